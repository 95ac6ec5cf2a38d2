import {
  IconArmchair,
  IconArrowsHorizontal,
  IconBox,
  IconCar,
  IconCrane,
  IconDog,
  IconElevator,
  IconHelpSquare,
  IconRobot,
  IconSignLeft,
  IconTool,
  IconWall,
} from '@tabler/icons-react';
import type { ModelKind } from '../../../core/robots/model.ts';

export function KindIcon({ kind, sizePx = 16 }: { readonly kind: ModelKind | undefined; readonly sizePx?: number }) {
  const Icon = iconOf(kind);
  return <Icon size={sizePx} aria-hidden style={{ flex: 'none' }} />;
}

function iconOf(kind: ModelKind | undefined) {
  switch (kind) {
    case 'arm':
      return IconRobot;
    case 'gantry':
      return IconCrane;
    case 'conveyor':
      return IconArrowsHorizontal;
    case 'wheeled':
      return IconCar;
    case 'legged':
      return IconDog;
    case 'equipment':
      return IconTool;
    case 'part':
      return IconBox;
    case 'furniture':
      return IconArmchair;
    case 'structure':
      return IconWall;
    case 'shaft':
    case 'cabin':
      return IconElevator;
    case 'sign':
      return IconSignLeft;
    case undefined:
      return IconHelpSquare;
  }
}
