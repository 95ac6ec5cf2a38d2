import type { Person } from '../link/world-link.ts';
import type { Size, Viewport } from '../maps/drawing/viewport.ts';
import { initialsOf } from '../scene/palette.ts';
import { type DoorLeaf, type Robot, speedOf } from './fleet.ts';
import { symbolHalfPx } from './hit-test.ts';
import { FONT, type MonitorInk } from './monitor-ink.ts';
import { type RobotState, wordsOf } from './robot-state.ts';
import type { Tile } from './sheet.ts';
import { lookOf, SPRITE_ROOM, type SymbolSprites } from './symbol-sprites.ts';

type Context = CanvasRenderingContext2D;

export interface RobotPicture {
  readonly robots: readonly Robot[];
  readonly doors: readonly DoorLeaf[];
  /** By number of floor; undefined: that floor is not shown. */
  readonly tiles: readonly (Tile | undefined)[];
  readonly view: Viewport;
  readonly size: Size;
  readonly ink: MonitorInk;
  readonly pixelRatio: number;
  readonly sprites: SymbolSprites;
  readonly selected: string | undefined;
  readonly hovered: string | undefined;
  readonly names: 'shown' | 'hidden';
  readonly people: readonly Person[];
  readonly me: string | undefined;
}

/** In view, with its place in the picture: written over with each frame, for there may be hundreds. */
interface Seen {
  robot: Robot;
  x: number;
  y: number;
  half: number;
}

/** Those of the frames before. */
const written: Seen[] = [];

/** A name for each would cover the plan, and take longer than all the rest: with more robots than this, only the selected one has its name. */
const MOST_NAMED = 40;
/** The velocity's line ends where it will be then. */
const AHEAD_S = 1;

/** What moves: doors, robots with heading and velocity, names, who drives. */
export function paintRobots(context: Context, picture: RobotPicture): void {
  paintDoors(context, picture);
  const seen = inView(picture);
  paintVelocities(context, seen, picture);
  paintSymbols(context, seen, picture);
  paintRings(context, seen, picture);
  paintNames(context, seen, picture);
}

function inView({ robots, tiles, view, size, ink }: RobotPicture): Seen[] {
  const pxPerM = view.pxPerCm * 100;
  const seen: Seen[] = [];
  for (const robot of robots) {
    const tile = tiles[robot.floor];
    if (!tile) continue;
    const x = view.origin[0] + (robot.x + tile.shift[0]) * pxPerM;
    const y = view.origin[1] - (robot.y + tile.shift[1]) * pxPerM;
    const half = symbolHalfPx(robot.radiusM, view.pxPerCm, ink.scale);
    const room = half * 3;
    if (x > -room && y > -room && x < size.widthPx + room && y < size.heightPx + room) seen.push(seenAs(seen.length, robot, x, y, half));
  }
  return seen;
}

function seenAs(number: number, robot: Robot, x: number, y: number, half: number): Seen {
  const seen = written[number];
  if (!seen) {
    const first = { robot, x, y, half };
    written.push(first);
    return first;
  }
  seen.robot = robot;
  seen.x = x;
  seen.y = y;
  seen.half = half;
  return seen;
}

function paintDoors(context: Context, { doors, tiles, view, ink }: RobotPicture): void {
  const pxPerM = view.pxPerCm * 100;
  context.strokeStyle = ink.muted;
  context.lineWidth = Math.min(3 * ink.scale, Math.max(1, 4 * view.pxPerCm));
  context.lineCap = 'butt';
  context.beginPath();
  for (const { info, wideM, floor, yawRad } of doors) {
    const tile = tiles[floor];
    if (!tile) continue;
    const { x, y } = info.description.initial.pose;
    const [px, py] = [view.origin[0] + (x + tile.shift[0]) * pxPerM, view.origin[1] - (y + tile.shift[1]) * pxPerM];
    context.moveTo(px, py);
    context.lineTo(px + wideM * pxPerM * Math.cos(yawRad), py - wideM * pxPerM * Math.sin(yawRad));
  }
  context.stroke();
}

function paintVelocities(context: Context, seen: readonly Seen[], { view, ink }: RobotPicture): void {
  const pxPerM = view.pxPerCm * 100;
  const byColour = new Map<number | undefined, Path2D>();
  for (const { robot, x, y, half } of seen) {
    if (!robot.isMoving || robot.state.kind === 'gone') continue;
    const speedPx = speedOf(robot) * pxPerM;
    if (speedPx * AHEAD_S < half * 0.5) continue;
    const { colour } = robot.info.description;
    let path = byColour.get(colour);
    if (!path) {
      path = new Path2D();
      byColour.set(colour, path);
    }
    // From the edge of the symbol on: what is under it would not be seen.
    const share = half / speedPx;
    const dx = robot.vx * pxPerM;
    const dy = -robot.vy * pxPerM;
    path.moveTo(x + dx * share, y + dy * share);
    path.lineTo(x + dx * (share + AHEAD_S), y + dy * (share + AHEAD_S));
  }
  context.lineWidth = 2 * ink.scale;
  context.lineCap = 'round';
  for (const [colour, path] of byColour) {
    context.strokeStyle = ink.paint(colour);
    context.stroke(path);
  }
}

function paintSymbols(context: Context, seen: readonly Seen[], { sprites, ink, pixelRatio }: RobotPicture): void {
  for (const { robot, x, y, half } of seen) {
    const sprite = sprites.of(robot.info.description.colour, lookOf(robot.state), half, { ink, pixelRatio });
    const cos = Math.cos(robot.yawRad);
    const sin = -Math.sin(robot.yawRad);
    context.setTransform(cos, sin, -sin, cos, x * pixelRatio, y * pixelRatio);
    context.drawImage(sprite, -sprite.width / 2, -sprite.height / 2);
  }
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
}

function paintRings(context: Context, seen: readonly Seen[], { selected, hovered, ink }: RobotPicture): void {
  for (const { robot, x, y, half } of seen) {
    if (robot.id !== selected && robot.id !== hovered) continue;
    context.strokeStyle = ink.accent;
    context.globalAlpha = robot.id === selected ? 1 : 0.5;
    context.lineWidth = (robot.id === selected ? 2.5 : 1.5) * ink.scale;
    context.beginPath();
    context.arc(x, y, half * SPRITE_ROOM + 2, 0, 2 * Math.PI);
    context.stroke();
    context.globalAlpha = 1;
  }
}

interface Taken {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function paintNames(context: Context, seen: readonly Seen[], picture: RobotPicture): void {
  const { selected, hovered, names, ink } = picture;
  const named = (names === 'shown' && seen.length <= MOST_NAMED ? seen : seen.filter(({ robot }) => robot.state.kind === 'stopped')).slice(
    0,
    MOST_NAMED,
  );
  const first = seen.filter(({ robot }) => robot.id === selected || robot.id === hovered);
  const taken: Taken[] = [];
  context.font = `600 ${12 * ink.scale}px ${FONT}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const one of [...first, ...named.filter((each) => !first.includes(each))]) paintName(context, one, taken, picture);
}

/** Whoever comes first has the place; of two that overlap the other has none. */
function paintName(context: Context, { robot, x, y, half }: Seen, taken: Taken[], { ink, selected, people, me }: RobotPicture): void {
  const note = noteOf(robot.state, people, me);
  const text = note === undefined ? robot.info.description.name : `${robot.info.description.name}  ${note}`;
  const driver =
    robot.state.kind === 'driven' ? people.find(({ id }) => robot.state.kind === 'driven' && id === robot.state.by) : undefined;
  const [padding, height] = [8 * ink.scale, 22 * ink.scale];
  const badge = driver ? height : 0;
  const wide = context.measureText(text).width + 2 * padding + badge;
  const [left, top] = [x - wide / 2, y - half * SPRITE_ROOM - height - 4];
  const box = { left, top, right: left + wide, bottom: top + height };
  if (taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)) return;
  taken.push(box);
  const isStopped = robot.state.kind === 'stopped';
  context.globalAlpha = 0.92;
  context.fillStyle = ink.panel;
  context.beginPath();
  context.roundRect(left, top, wide, height, height / 2);
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = isStopped ? ink.stop : robot.id === selected ? ink.accent : ink.line2;
  context.lineWidth = (isStopped || robot.id === selected ? 1.5 : 1) * ink.scale;
  context.stroke();
  context.fillStyle = lookOf(robot.state) === 'unsure' ? ink.muted : ink.text;
  context.fillText(text, left + padding, top + height / 2 + 0.5);
  if (driver) paintBadge(context, driver, left + wide - height / 2, top + height / 2, ink);
}

/** What goes with a name because it matters more than where it is. */
function noteOf(state: RobotState, people: readonly Person[], me: string | undefined): string | undefined {
  return state.kind === 'stopped' || state.kind === 'gone' || state.kind === 'stale' ? wordsOf(state, people, me).words : undefined;
}

function paintBadge(context: Context, { name, colour }: Person, x: number, y: number, ink: MonitorInk): void {
  context.fillStyle = ink.tag(colour);
  context.beginPath();
  context.arc(x, y, 9 * ink.scale, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = ink.onTag;
  context.textAlign = 'center';
  context.font = `600 ${9 * ink.scale}px ${FONT}`;
  context.fillText(initialsOf(name), x, y + 0.5);
  context.textAlign = 'left';
  context.font = `600 ${12 * ink.scale}px ${FONT}`;
}
