import { planarPose } from '../../core/base/pose.ts';
import { smallCardboardBox } from '../../core/robots/catalog/boxes.ts';
import { wall } from '../../core/robots/catalog/furniture.ts';
import { type Demo, place } from './demo.ts';

export const emptyRoom: Demo = {
  id: 'empty-room',
  name: 'Empty room',
  summary: '3.2 x 3.2 m',
  entities: [
    place('back-wall', wall, planarPose(0, 1.65, 0), { name: 'Back wall' }),
    place('left-wall', wall, planarPose(-1.65, 0, Math.PI / 2), { name: 'Left wall' }),
    place('box', smallCardboardBox, planarPose(-0.1, 0.3, 0.4), { name: 'Box' }),
  ],
  view: { eye: [3.4, -4.2, 2.6], target: [-0.1, 0.2, 0.3] },
  enliven: () => ({ [Symbol.dispose]: () => undefined }),
};
