import { Menu, Select } from '@mantine/core';
import {
  IconCopy,
  IconFocus2,
  IconPlus,
  IconPointer,
  IconRotate2,
  IconRulerMeasure,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Change, copied, type MemberKind, movedBy, turnedTo } from '../../../core/maps/maps.ts';
import { TipButton } from '../../controls/tip-button.tsx';
import { COMMAND } from '../../page/keys.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import type { MapSession } from '../map-session.ts';
import classes from '../maps.module.css';
import { figuresOf } from './deed.ts';
import { STEPS_CM } from './grid.ts';
import { type DrawingTool, MapDrawing } from './map-drawing.ts';
import { ADDABLE, newMember } from './new-member.ts';

/** The map as a drawing, with its tools. */
export function DrawingPane({ session }: { readonly session: MapSession }) {
  const host = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<MapDrawing>();
  const [tool, setTool] = useState<DrawingTool>('select');
  const [stepCm, setStepCm] = useState(10);
  useEffect(() => {
    if (!host.current) return;
    const made = new MapDrawing(host.current, session);
    setDrawing(made);
    return () => made[Symbol.dispose]();
  }, [session]);
  useEffect(() => {
    if (!drawing) return;
    drawing.tool = tool;
    drawing.stepCm = stepCm;
    if (tool === 'select') drawing.forgetMeasure();
    drawing.redraw();
  }, [drawing, tool, stepCm]);
  const deeds = deedsOf(session, drawing, stepCm);
  const onKey = (event: KeyboardEvent) => {
    if (act(event, deeds, { setTool, fit: () => drawing?.fit() })) event.preventDefault();
  };
  return (
    <>
      <div ref={host} className={classes.drawing} role="application" aria-label="Drawing of the map" onKeyDown={onKey} />
      <Tools {...{ session, deeds, tool, setTool }} />
      <div className={classes.zoom} role="toolbar" aria-label="View">
        <TipButton label="Nearer" onClick={() => drawing?.zoom(1.25)}>
          <IconZoomIn size={18} />
        </TipButton>
        <TipButton label="Farther" onClick={() => drawing?.zoom(0.8)}>
          <IconZoomOut size={18} />
        </TipButton>
        <TipButton label="All of the map" keys="Home" onClick={() => drawing?.fit()}>
          <IconFocus2 size={18} />
        </TipButton>
      </div>
      <Facts session={session} />
      <Select
        className={classes.snap}
        aria-label="Snap to"
        size="xs"
        allowDeselect={false}
        value={String(stepCm)}
        onChange={(value) => setStepCm(Number(value ?? 0))}
        data={STEPS_CM.map((step) => ({ value: String(step), label: step === 0 ? 'No snapping' : `Snap ${step} cm` }))}
        comboboxProps={{ position: 'top-end' }}
      />
      <NoMap session={session} />
    </>
  );
}

interface Deeds {
  readonly add: (kind: MemberKind) => void;
  readonly turn: () => void;
  readonly copy: () => void;
  readonly remove: () => void;
  readonly nudge: (dx: number, dy: number) => void;
  readonly unselect: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

const QUARTER_DEG = 90;
const COPY_BY_CM = 50;

function deedsOf(session: MapSession, drawing: MapDrawing | undefined, stepCm: number): Deeds {
  const withSelected = (changesOf: (document: NonNullable<ReturnType<typeof present>>, member: number) => Change[]) => {
    const [document, member] = [present(), session.selected.get()];
    if (document && member !== undefined) session.change(changesOf(document, member));
  };
  const present = () => session.reading.get().document;
  /** What is added stands last. */
  const selectLast = () => session.select((present()?.members.length ?? 0) - 1);
  return {
    add: (kind) => {
      session.change([{ kind: 'add', members: [newMember(kind, drawing?.centre ?? [0, 0], stepCm)] }]);
      selectLast();
    },
    turn: () => withSelected((document, member) => turnedTo(document, member, (document.members[member]?.thetaDeg ?? 0) + QUARTER_DEG)),
    copy: () => {
      if (session.selected.get() === undefined) return;
      withSelected((document, member) => [copied(document, member, [COPY_BY_CM, COPY_BY_CM])]);
      selectLast();
    },
    remove: () => {
      withSelected((_, member) => [{ kind: 'remove', member }]);
      session.select(undefined);
    },
    nudge: (dx, dy) => withSelected((document, member) => movedBy(document, member, [dx * (stepCm || 1), dy * (stepCm || 1)])),
    unselect: () => session.select(undefined),
    undo: () => session.undo(),
    redo: () => session.redo(),
  };
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Whether the key meant something here. */
function act(event: KeyboardEvent, deeds: Deeds, view: { setTool(tool: DrawingTool): void; fit(): void }): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) deeds.nudge(...arrow);
  else if ((event.ctrlKey || event.metaKey) && event.key === 'd') deeds.copy();
  else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') (event.shiftKey ? deeds.redo : deeds.undo)();
  else if (event.ctrlKey || event.metaKey || event.altKey) return false;
  else if (event.key === 'Delete' || event.key === 'Backspace') deeds.remove();
  else if (event.key === 'r') deeds.turn();
  else if (event.key === 'm') view.setTool('measure');
  else if (event.key === 'v') view.setTool('select');
  else if (event.key === 'Home') view.fit();
  else if (event.key === 'Escape') {
    view.setTool('select');
    deeds.unselect();
  } else return false;
  return true;
}

interface ToolsProps {
  readonly session: MapSession;
  readonly deeds: Deeds;
  readonly tool: DrawingTool;
  readonly setTool: (tool: DrawingTool) => void;
}

function Tools({ session, deeds, tool, setTool }: ToolsProps) {
  const selected = useObservable(session.selected);
  const hasDocument = usePiece(session.reading, (reading) => reading.document !== undefined);
  const mayWrite = usePiece(session.sharing, () => session.mayWrite);
  const isFixed = !mayWrite || selected === undefined;
  return (
    <div className={classes.tools} role="toolbar" aria-label="Tools" aria-orientation="vertical">
      <TipButton label="Select and move" keys="V" isPressed={tool === 'select'} onClick={() => setTool('select')}>
        <IconPointer size={18} />
      </TipButton>
      <TipButton label="Measure" keys="M" isPressed={tool === 'measure'} onClick={() => setTool('measure')}>
        <IconRulerMeasure size={18} />
      </TipButton>
      {session.access === 'write' && (
        <>
          <Menu position="right-start">
            <Menu.Target>
              <TipButton label="Add to the map" disabled={!mayWrite || !hasDocument}>
                <IconPlus size={18} />
              </TipButton>
            </Menu.Target>
            <Menu.Dropdown>
              {ADDABLE.map((kind) => (
                <Menu.Item key={kind} onClick={() => deeds.add(kind)}>
                  {kind.slice(0, 1) + kind.slice(1).toLowerCase()}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <TipButton label="Turn by 90°" keys="R" disabled={isFixed} onClick={deeds.turn}>
            <IconRotate2 size={18} />
          </TipButton>
          <TipButton label="Copy" keys={`${COMMAND} D`} disabled={isFixed} onClick={deeds.copy}>
            <IconCopy size={18} />
          </TipButton>
          <TipButton label="Delete" keys="Delete" disabled={isFixed} onClick={deeds.remove}>
            <IconTrash size={18} />
          </TipButton>
        </>
      )}
    </div>
  );
}

/** What is selected, in figures. */
function Facts({ session }: { readonly session: MapSession }) {
  const selected = useObservable(session.selected);
  const member = usePiece(session.reading, (reading) => (selected === undefined ? undefined : reading.document?.members[selected]));
  if (!member) return null;
  return (
    <p className={classes.facts}>
      <strong>
        {member.kind.slice(0, 1) + member.kind.slice(1).toLowerCase()} {member.number}
      </strong>
      {member.name !== undefined && <span>{member.name}</span>}
      <span>{figuresOf(member)}</span>
    </p>
  );
}

/** Over the drawing when there is nothing that could be drawn. */
function NoMap({ session }: { readonly session: MapSession }) {
  const isDrawn = usePiece(session.reading, (reading) => reading.plan !== undefined);
  const isSure = usePiece(session.reading, (reading) => reading.document !== undefined);
  const isEmpty = usePiece(session.reading, (reading) => reading.text.trim() === '');
  if (isSure) return null;
  if (isDrawn && !isEmpty) return <p className={classes.note}>The text says no size of the field: what is drawn is older.</p>;
  return <p className={classes.note}>Nothing to draw yet. Begin the text with LENGTH 2000.0 and WIDTH 1200.0.</p>;
}
