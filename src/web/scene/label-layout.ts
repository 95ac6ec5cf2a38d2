/** A label that wants to be shown: its middle and size in pixels, and how far its thing is from the camera. Written over each frame. */
export interface LabelBox {
  x: number;
  y: number;
  readonly width: number;
  readonly height: number;
  distanceM: number;
  /** The selected one is placed first and is never too far. */
  isSelected: boolean;
  isShown: boolean;
}

/** Beyond this only the selected one stays. */
export const FARTHEST_LABEL_M = 15;
const GAP_PX = 3;

/** Decides in place: the nearest wins where two overlap. `boxes` is put in that order; nearly sorted already, it costs next to nothing. */
export function arrangeLabels(boxes: LabelBox[]): void {
  for (let i = 1; i < boxes.length; i++) {
    const box = boxes[i];
    if (box === undefined) continue;
    let at = i - 1;
    for (let before = boxes[at]; at >= 0 && before !== undefined && comesBefore(box, before); before = boxes[--at]) boxes[at + 1] = before;
    boxes[at + 1] = box;
  }
  for (let i = 0; i < boxes.length; i++) {
    const box = boxes[i];
    if (box === undefined) continue;
    box.isShown = box.isSelected || box.distanceM <= FARTHEST_LABEL_M;
    for (let j = 0; j < i && box.isShown; j++) {
      const other = boxes[j];
      if (other?.isShown && overlap(box, other)) box.isShown = false;
    }
  }
}

function comesBefore(a: LabelBox, b: LabelBox): boolean {
  return a.isSelected === b.isSelected ? a.distanceM < b.distanceM : a.isSelected;
}

function overlap(a: LabelBox, b: LabelBox): boolean {
  return Math.abs(a.x - b.x) * 2 < a.width + b.width + 2 * GAP_PX && Math.abs(a.y - b.y) * 2 < a.height + b.height + 2 * GAP_PX;
}
