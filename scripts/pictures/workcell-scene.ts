import type { Page } from 'playwright-core';
import { Actor, type Seat } from './actor.ts';
import { DESKTOP, drawFrames, type Studio, settled } from './studio.ts';

/** The workcell with three people in it; Mara is the one whose page is in the picture. */
export interface WorkcellScene extends AsyncDisposable {
  readonly page: Page;
  readonly kenji: Actor;
  readonly ines: Actor;
}

const KENJI: Seat = { colour: 6, eye: [2.9, -0.45, 1.5], at: [1.4, 0, 0.9], pointer: [1.1, 0.25, 0.72] };
const INES: Seat = { colour: 4, eye: [-1.5, 0.45, 1.6], at: [-0.3, 0.85, 1.1], selected: 'lathe' };

export async function openWorkcell(studio: Studio): Promise<WorkcellScene> {
  const { link } = await studio.invite('workcell', { role: 'operator', note: 'Cell team' });
  const kenji = await Actor.join(studio.url, link, 'Kenji Mori', KENJI);
  const ines = await Actor.join(studio.url, link, 'Ines Duarte', INES);
  const page = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await page.getByRole('link', { name: 'Open Workcell' }).first().click();
  await page.getByText('Puma 560').first().waitFor();
  await page.getByRole('toolbar', { name: 'Camera' }).waitFor();
  await settled(page);
  await drawFrames(page, 'few');
  return {
    page,
    kenji,
    ines,
    async [Symbol.asyncDispose]() {
      await page.context().close();
      await Promise.all([kenji, ines].map((actor) => actor[Symbol.asyncDispose]()));
    },
  };
}

const MINUTE_MS = 60_000;
/** Twelve minutes of work pass in half of one. */
const FAST = 30;

/** Who drove what, when, in minutes of world time: what the timeline then shows. */
export async function playTheMorning({ kenji, ines }: WorkcellScene): Promise<void> {
  const at = (minutes: number) => kenji.until(minutes * MINUTE_MS);
  await kenji.participant.changeTime({ kind: 'run', rate: FAST });
  await at(0.6);
  await kenji.lease('jupiter', { kind: 'ask' });
  await at(1.2);
  await ines.lease('puma', { kind: 'ask' });
  await at(4);
  await ines.lease('puma', { kind: 'release' });
  await at(4.6);
  await ines.lease('movemaster', { kind: 'ask' });
  await at(5.5);
  await kenji.participant.stop('movemaster', 'The cloth slipped');
  await at(5.9);
  await kenji.participant.rearm('movemaster');
  await at(6.4);
  await ines.lease('movemaster', { kind: 'release' });
  await kenji.lease('jupiter', { kind: 'release' });
  await at(7.6);
  await ines.lease('puma', { kind: 'ask' });
  await at(8.7);
  await kenji.lease('jupiter', { kind: 'ask' });
  await at(10);
  await ines.lease('puma', { kind: 'release' });
  await at(11.5);
  await kenji.participant.changeTime({ kind: 'run', rate: 1 });
}

/** What they say to each other then; Mara types hers. */
export async function talk({ page, kenji, ines }: WorkcellScene): Promise<void> {
  const said = (text: string) => page.getByRole('log', { name: 'Chat' }).getByText(text).waitFor();
  const line = { kenji: 'I take every second part.', ines: 'Lathe is free, chuck open.' };
  kenji.participant.chat(line.kenji);
  await said(line.kenji);
  ines.participant.chat(line.ines);
  await said(line.ines);
  await page.getByRole('textbox', { name: 'Message everyone' }).fill('On its way, 20 s.');
  await page.getByRole('textbox', { name: 'Message everyone' }).press('Enter');
  await said('On its way, 20 s.');
  await page.getByRole('textbox', { name: 'Message everyone' }).blur();
}
