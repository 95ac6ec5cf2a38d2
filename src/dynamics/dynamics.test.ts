import { describeDynamics } from '../core/physics/dynamics.contract.ts';
import { openDynamics } from './dynamics.ts';

describeDynamics('Rapier', openDynamics);
