import type { CameraView } from './camera-view.ts';
import type { Theme } from './look.ts';
import type { MeshSource } from './mesh-source.ts';
import type { ModelSource } from './model-source.ts';
import type { QualityChoice } from './quality.ts';

export interface SceneOptions {
  readonly models: ModelSource;
  /** Of imported bodies. */
  readonly meshes?: MeshSource | undefined;
  readonly theme: Theme;
  /** `reduced`: the camera cuts instead of gliding. */
  readonly motion?: 'full' | 'reduced' | undefined;
  readonly quality?: QualityChoice | undefined;
  /** Whether the bodies that stand for things when they touch are drawn over them. */
  readonly shapes?: 'shown' | 'hidden' | undefined;
  /** Where to look first; everything in view when left out. */
  readonly view?: CameraView | undefined;
}
