import type { Page } from 'playwright-core';
import { say, step } from '../progress.mjs';
import { Actor } from './actor.ts';
import { openBoard } from './board-scene.ts';
import { building } from './building-scene.ts';
import { openCluster } from './cluster-scene.ts';
import { openGuidance } from './guidance-scene.ts';
import { openMaps } from './maps-scene.ts';
import { openMonitor } from './monitor-scene.ts';
import { BroughtRobot, bring, edit, openEmptyCell } from './own-robot-scene.ts';
import { openPendant } from './pendant-scene.ts';
import { portraits } from './portraits.ts';
import { openProgram } from './program-scene.ts';
import { buildSets } from './sets.ts';
import { type Clip, DESKTOP, drawFrames, PHONE, Studio, settled, WALL } from './studio.ts';
import { openTask, openTaskByPhone } from './task-scene.ts';
import { openWorkcell, playTheMorning, talk } from './workcell-scene.ts';

/** Pictures that are made together, each from an own start. To add one: a function, a line, and the place in the docs where it is shown. */
export const shoots: Readonly<Record<string, (studio: Studio) => Promise<void>>> = {
  world,
  control,
  dialogs,
  bodies,
  contact,
  robot,
  phone,
  lobby,
  empty,
  errors,
  cluster,
  blackboard,
  building,
  maps,
  monitor,
  guidance,
  teaching,
  tasks,
  program,
  portraits,
};

/** All, or only those that are named. */
export async function takePictures(names: readonly string[]): Promise<void> {
  for (const [name, shoot] of Object.entries(shoots)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await step(`pictures of ${name}`, async () => {
      await using studio = await Studio.open();
      await shoot(studio);
    });
  }
}

async function world(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  for (const name of ['cell-layout.txt', 'shift-notes.txt', 'belt-speeds.csv'])
    await studio.shareFile('workcell', name, `${name}\n`.repeat(200));
  await using scene = await openWorkcell(studio);
  const { page } = scene;
  await playTheMorning(scene);
  await select(page, 'Conveyor');
  await page.getByRole('button', { name: 'Through the eyes of …' }).click();
  await page.getByRole('menuitem', { name: 'Follow it in a small picture' }).click();
  await drivePuma(page);
  await talk(scene);
  await page.mouse.move(600, 840);
  await studio.take('world-light', page);
  await studio.take('inspector', page, { of: await inspectorOf(page) });
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.mouse.move(600, 840);
  await studio.take('world-dark', page);
}

/** By its row in the outliner. */
const select = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Things and people' }).getByRole('button').filter({ hasText: name }).first().click();

/** Takes the arm, chooses a joint and moves it. */
async function drivePuma(page: Page): Promise<void> {
  await select(page, 'Puma 560');
  const inspector = page.getByRole('region', { name: 'Inspector of Puma 560' });
  await inspector.getByRole('button', { name: 'Take' }).click();
  await page.getByText('You are driving').waitFor();
  await inspector.getByRole('group', { name: 'J2 shoulder' }).click({ position: { x: 30, y: 16 } });
}

async function inspectorOf(page: Page): Promise<Clip> {
  const box = await page.getByRole('region', { name: /^Inspector of/ }).boundingBox();
  if (!box) throw new Error('there is no inspector to be seen');
  return box;
}

async function control(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  await using scene = await openWorkcell(studio);
  const { page, kenji } = scene;
  await drivePuma(page);
  await kenji.lease('puma', { kind: 'ask' });
  await page.getByText('asks for Puma 560').waitFor();
  await studio.take('lease-asked', page, { of: { x: 256, y: 52, width: 860, height: 420 } });
  await page.getByRole('button', { name: 'Refuse' }).click();
  await kenji.lease('jupiter', { kind: 'ask' });
  await select(page, 'Jupiter XL');
  const inspector = page.getByRole('region', { name: 'Inspector of Jupiter XL' });
  await inspector.getByRole('button', { name: 'Take' }).click();
  await page.getByLabel('Why take Jupiter XL now?').fill('The class begins in two minutes');
  await studio.take('lease-take', page, { of: { x: 1040, y: 500, width: 400, height: 340 } });
  await page.keyboard.press('Escape');
  await select(page, 'Puma 560');
  await page.getByRole('button', { name: 'Stop Puma 560' }).click();
  await page.getByText('Puma 560 was stopped').waitFor();
  await page.mouse.move(600, 840);
  await studio.take('stopped', page);
}

async function dialogs(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  await using scene = await openWorkcell(studio);
  const { page } = scene;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Make link' }).click();
  await page.getByLabel('Join link').waitFor();
  await studio.take('share', page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').locator('img').nth(11).waitFor();
  await studio.take('add', page);
}

/** What stands for things when they touch, and what it looks like when something is in a robot's way. */
async function bodies(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  await using scene = await openWorkcell(studio);
  const { page } = scene;
  await page.getByRole('button', { name: 'Collision shapes' }).click();
  await page.mouse.move(600, 840);
  await studio.take('shapes', page);
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.mouse.move(600, 840);
  await studio.take('shapes-dark', page);
}

/** In a copy of the cell, where nobody else moves: the arm runs into the belt. */
async function contact(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  const { id } = await studio.createWorld({ name: 'Lathe loading', copyOf: 'workcell' });
  await studio.ask('PATCH', `/worlds/${id}`, { view: { eye: [1.9, -2.3, 1.75], target: [-0.1, 0.35, 0.72] } });
  const page = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await page.goto(`${studio.url}/w/${id}`);
  await select(page, 'Puma 560');
  const shoulder = page.getByLabel('J2 shoulder, degrees');
  await shoulder.fill('30');
  await shoulder.press('Enter');
  await page.getByText('Puma 560 stopped: ').first().waitFor();
  await page.mouse.move(600, 840);
  await studio.take('contact', page);
}

/** Somebody's own robot: the dialog that imports it, and the editor, on a screen and on a phone. */
async function robot(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  using brought = await BroughtRobot.make();
  const page = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await openEmptyCell(studio, page);
  await bring(page, brought);
  await studio.take('import', page);
  await edit(page);
  await studio.take('editor', page);
  await page.getByText('Tool and gripper').click();
  await page.getByLabel('Gap between the fingers').waitFor();
  await studio.take('editor-tool', page);
  await page.context().close();
  const small = await studio.enter(PHONE, studio.administratorLink, 'Mara Lind');
  await openEmptyCell(studio, small);
  await small.getByRole('button', { name: 'Add', exact: true }).click();
  await small.getByRole('dialog').getByRole('button', { name: 'More about Lab arm' }).click();
  await small.getByRole('menuitem', { name: 'Edit degrees of freedom' }).click();
  await small.getByLabel('Name of the joint').waitFor();
  await studio.take('editor-phone', small);
}

/** Half-way to the left, and nearly all the way forward. */
const STICK = { left: 16, forward: 46 };

async function phone(studio: Studio): Promise<void> {
  await studio.startHub('lab-floor');
  const { link } = await studio.invite('lab-floor', { role: 'operator' });
  await using _aiko = await Actor.join(studio.url, link, 'Aiko Ono', { colour: 2, eye: [1.5, -1, 1.4], at: [0, 0.5, 0.2] });
  const page = await studio.enter(PHONE, link, 'Tomas Vega');
  await page.goto(`${studio.url}/w/lab-floor/drive/pioneer-1`);
  const stick = page.getByRole('application');
  await stick.waitFor();
  await settled(page);
  const box = await stick.boundingBox();
  if (!box) throw new Error('there is no stick to be seen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - STICK.left, y - STICK.forward);
  await page.getByText('You are driving').waitFor();
  await studio.take('phone', page);
  if (!(await page.getByText('You are driving').isVisible())) throw new Error('the stick was let go of before the picture was taken');
  await page.mouse.up();
}

async function lobby(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  await buildSets(studio);
  const first = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await first.waitForFunction(
    () => document.querySelectorAll('article').length > 6 && !document.body.textContent.includes('No picture yet'),
  );
  await first.context().close();
  // Worlds stand in the order in which they were opened: first the lab, then the cell.
  await studio.startHub('lab-floor');
  const lab = await studio.invite('lab-floor', { role: 'operator' });
  await using _aiko = await Actor.join(studio.url, lab.link, 'Aiko Ono', { colour: 2, eye: [1.5, -1, 1.4], at: [0, 0.5, 0.2] });
  await using scene = await openWorkcell(studio);
  const { page } = scene;
  await page.getByRole('link', { name: 'All worlds' }).click();
  await page.getByText('2 people live').first().waitFor();
  await page.locator('article img').last().waitFor();
  await page.mouse.move(720, 260);
  await studio.take('lobby', page);
}

async function empty(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  const { id } = await studio.createWorld({ name: 'New cell' });
  const page = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await page.goto(`${studio.url}/w/${id}`);
  await page.getByText('Nobody has said anything yet').waitFor();
  await page.getByRole('main').getByText('No robots yet.').nth(1).waitFor();
  await studio.take('empty', page);
}

async function errors(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  const { id, link } = await studio.invite('workcell', { role: 'operator' });
  await studio.ask('DELETE', `/worlds/workcell/invitations/${id}`);
  const late = await studio.knock(DESKTOP, link, 'Kenji Mori');
  await late.getByRole('alert').waitFor();
  await studio.take('error-link', late, { of: { x: 420, y: 250, width: 600, height: 400 } });
  await late.context().close();
  await using scene = await openWorkcell(studio);
  const { page } = scene;
  await drivePuma(page);
  await studio.stopHub();
  await page.getByText(/Connection lost [3-9] s ago/).waitFor();
  await studio.take('error', page);
  say('the hub was ended on purpose for this one');
}

/** One world over three hubs, on a screen and on a phone; one of them is killed. */
async function cluster(studio: Studio): Promise<void> {
  await using scene = await openCluster(studio);
  const { page } = scene;
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.mouse.move(600, 840);
  await studio.take('cluster', page);
  await page.context().close();
  const phone = await scene.enterByPhone();
  await studio.take('cluster-phone', phone);
}

/** Every value by name, on a screen and on a phone. */
async function blackboard(studio: Studio): Promise<void> {
  await using scene = await openBoard(studio);
  const { page } = scene;
  await page.mouse.move(600, 840);
  await studio.take('blackboard', page);
  await page.context().close();
  const phone = await scene.enterByPhone();
  await settled(phone);
  await studio.take('blackboard-phone', phone);
}

/** Two people at a map, one of them offline for a while; and on a phone. */
async function maps(studio: Studio): Promise<void> {
  const { page, kenji, enterByPhone } = await openMaps(studio);
  await page.mouse.move(900, 880);
  await studio.take('map-editor', page);
  await kenji.context().close();
  await page.getByRole('button', { name: 'Dark colours' }).click();
  const phone = await enterByPhone();
  await studio.take('map-editor-phone', phone);
  await phone.getByText('Text', { exact: true }).click();
  await studio.take('map-editor-phone-text', phone);
  await phone.context().close();
  await studio.stopHub();
  await page.getByText(/Connection lost/).waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# one ');
  await page.waitForTimeout(200);
  await page.keyboard.type('# two ');
  await page
    .getByText(/edits wait/)
    .first()
    .waitFor();
  await studio.take('map-editor-offline', page);
}

/** The building from above: at a desk, on a wall, on a phone. */
async function monitor(studio: Studio): Promise<void> {
  await using scene = await openMonitor(studio);
  const page = await scene.enter({ ...DESKTOP, colours: 'dark' }, 'Mara Lind');
  const wall = await scene.enter(WALL, 'Lobby screen');
  await wall.goto(`${studio.url}/w/${scene.world}/monitor/wall`);
  await drawFrames(wall, 'all');
  const phone = await scene.enter(PHONE, 'Kenji Mori');
  await page.getByRole('button', { name: /^Ground floor/ }).click();
  await scene.drive();
  await page.waitForTimeout(TRAILS_MS);
  await page.getByRole('button', { name: /^Pioneer 1/ }).click();
  await page.mouse.move(700, 890);
  await studio.take('monitor', page);
  await studio.take('monitor-wall', wall);
  await phone.getByRole('button', { name: /^Pioneer 2/ }).click();
  await phone.getByRole('button', { name: 'Follow' }).click();
  await studio.take('monitor-phone', phone);
  await drawFrames(page, 'all');
  await page.getByRole('button', { name: 'Whole building' }).click();
  await page.getByRole('switch', { name: 'Room graph' }).check({ force: true });
  await page.getByRole('button', { name: 'Light colours' }).click();
  await page.mouse.move(700, 890);
  await studio.take('monitor-building', page);
}

/** Until trails can be seen. */
const TRAILS_MS = 30_000;

async function guidance(studio: Studio): Promise<void> {
  await using scene = await openGuidance(studio);
  const { page } = scene;
  await page.getByRole('tab', { name: 'Sensors' }).click();
  await page.getByText('This robot').click();
  await page
    .getByText(/nearest/)
    .first()
    .waitFor();
  await page.keyboard.press('f');
  for (let step = 0; step < 8; step++) await page.keyboard.press('-');
  await studio.take('sensors', page);
  await page.keyboard.press('Home');
  await scene.openPlanner();
  await scene.compare();
  await studio.take('planner', page);
}

/** The teach pendant, and on a phone. */
async function teaching(studio: Studio): Promise<void> {
  await studio.startHub('workcell');
  const page = await openPendant(studio, DESKTOP);
  await page.mouse.move(600, 840);
  await studio.take('pendant', page);
  await page.context().close();
  const phone = await openPendant(studio, PHONE);
  await studio.take('pendant-phone', phone);
}

/** The paper's example while it is performed, and its table on a phone. */
async function tasks(studio: Studio): Promise<void> {
  const page = await openTask(studio);
  await page.mouse.move(600, 840);
  await studio.take('tasks', page);
  await page.context().close();
  await studio.take('tasks-phone', await openTaskByPhone(studio, PHONE));
}

/** A program that runs, as text and as blocks, on a wide screen; its blocks on a phone. */
async function program(studio: Studio): Promise<void> {
  await using scene = await openProgram(studio);
  const { page } = scene;
  await scene.showBoth();
  await scene.runToGrip();
  await studio.take('program', page);
  const phone = await scene.enterByPhone();
  await studio.take('program-phone', phone);
}
