import { describeDynamics } from '../core/physics/dynamics.contract.ts';
import { loadEngine } from './dynamics.ts';

describeDynamics('Rapier', loadEngine);
