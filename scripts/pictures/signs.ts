/** `node scripts/pictures/signs.ts`: draws the notices of the demo *Research building*, which are committed. */
import { writeFileSync } from 'node:fs';
import { launchChromium } from '../../tests/browser/chromium.ts';
import { inFewerBytes } from './fewer-bytes.ts';

const FOLDER = 'src/hub/demos/research-building/signs';
const SIDE_PX = 192;

/** By floor, from the ground up: a colour tells where one is. */
const floors = [
  { colour: '#0B727B', rooms: ['Workshop', 'Robot lab', 'Store', 'Exhibition', 'Reception', 'Post room'] },
  { colour: '#4453BF', rooms: ['Vision lab', 'Office 1', 'Office 2', 'Electronics lab', 'Library', 'Kitchen', 'Meeting room'] },
  { colour: '#B34C0D', rooms: ['Server room', 'Control room', 'Motion lab', 'Seminar room', 'Office 3', 'Office 4'] },
] as const;

type Room = (typeof floors)[number]['rooms'][number];

/** Lines in a field of 100 x 100. */
const pictograms: Readonly<Record<Room, string>> = {
  Workshop:
    '<circle cx="50" cy="50" r="24"/><circle cx="50" cy="50" r="8"/><path d="M50 14v12M50 74v12M14 50h12M74 50h12M24 24l9 9M67 67l9 9M76 24l-9 9M33 67l-9 9"/>',
  'Robot lab':
    '<rect x="20" y="34" width="60" height="46" rx="10"/><path d="M50 34V20M12 52v12M88 52v12M40 68h20"/><circle cx="50" cy="16" r="4"/><circle cx="38" cy="52" r="4"/><circle cx="62" cy="52" r="4"/>',
  Store:
    '<rect x="14" y="52" width="34" height="32" rx="3"/><rect x="52" y="52" width="34" height="32" rx="3"/><rect x="33" y="16" width="34" height="32" rx="3"/>',
  Exhibition: '<rect x="34" y="54" width="32" height="32" rx="3"/><circle cx="50" cy="32" r="16"/><path d="M18 86h64"/>',
  Reception: '<path d="M18 72a32 32 0 0 1 64 0zM12 84h76M50 40V28M42 26h16"/>',
  'Post room': '<rect x="12" y="26" width="76" height="50" rx="5"/><path d="M14 30l36 28 36-28"/>',
  'Vision lab': '<path d="M8 50q42-48 84 0-42 48-84 0z"/><circle cx="50" cy="50" r="13"/>',
  'Electronics lab':
    '<rect x="28" y="28" width="44" height="44" rx="5"/><rect x="42" y="42" width="16" height="16"/><path d="M38 28V14M50 28V14M62 28V14M38 86V72M50 86V72M62 86V72M28 38H14M28 50H14M28 62H14M86 38H72M86 50H72M86 62H72"/>',
  Library: '<path d="M50 26v56M50 26q-18-12-38-6v56q20-6 38 6 18-12 38-6V20q-20-6-38 6z"/>',
  Kitchen: '<path d="M20 46h48v22q0 16-16 16H36q-16 0-16-16zM68 50h8q10 0 10 9t-10 9h-8M34 34q-6-8 0-18M52 34q-6-8 0-18"/>',
  'Meeting room': '<path d="M12 18h50v34H36L24 64V52H12zM68 38h20v34H76v12L64 72H42"/>',
  'Server room':
    '<rect x="18" y="16" width="64" height="20" rx="4"/><rect x="18" y="40" width="64" height="20" rx="4"/><rect x="18" y="64" width="64" height="20" rx="4"/><path d="M30 26h1M30 50h1M30 74h1M48 26h22M48 50h22M48 74h22"/>',
  'Control room': '<rect x="10" y="18" width="80" height="52" rx="5"/><path d="M22 52l14-14 12 10 14-18 16 14M50 70v14M32 86h36"/>',
  'Motion lab': '<path d="M78 62a32 32 0 1 1 2-22M82 20v20H62"/><circle cx="50" cy="50" r="7"/>',
  'Seminar room': '<rect x="12" y="16" width="76" height="48" rx="4"/><path d="M26 32h36M26 46h22M50 64v10M34 86l16-12 16 12"/>',
  'Office 1': numeral(1),
  'Office 2': numeral(2),
  'Office 3': numeral(3),
  'Office 4': numeral(4),
};

function numeral(number: number): string {
  return `<rect x="22" y="10" width="56" height="78" rx="4"/><text x="50" y="64" font-size="44" font-weight="700" text-anchor="middle" fill="#FFFFFF" stroke="none">${number}</text>`;
}

const signOf = (room: Room, colour: string, floor: number): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE_PX}" height="${SIDE_PX}" viewBox="0 0 192 192" font-family="Inter, Helvetica, Arial, sans-serif">
  <rect width="192" height="192" fill="${colour}"/>
  <g transform="translate(36 10) scale(1.2)" fill="none" stroke="#FFFFFF" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">${pictograms[room]}</g>
  <rect y="142" width="192" height="50" fill="#FFFFFF"/>
  <text x="12" y="174" font-size="20" font-weight="700" fill="#17211F">${room}</text>
  <text x="180" y="28" font-size="20" font-weight="700" text-anchor="end" fill="#FFFFFF">${floor}</text>
</svg>`;

const fileOf = (room: string): string => `${FOLDER}/${room.toLowerCase().replaceAll(' ', '-')}.png`;

const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: SIDE_PX, height: SIDE_PX } });
  for (const [floor, { colour, rooms }] of floors.entries()) {
    for (const room of rooms) {
      await page.setContent(`<body style="margin: 0; line-height: 0">${signOf(room, colour, floor)}`);
      writeFileSync(fileOf(room), await inFewerBytes(browser, await page.screenshot()));
    }
  }
} finally {
  await browser.close();
}
