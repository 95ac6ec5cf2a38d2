import { DESKTOP, PHONE, type Studio, settled } from './studio.ts';

/** The paper's map with its walls, on a screen and on a phone, and the labyrinth. */
export async function building(studio: Studio): Promise<void> {
  await studio.startHub('fig-8');
  const page = await studio.enter(DESKTOP, studio.administratorLink, 'Mara Lind');
  await page.goto(`${studio.url}/w/fig-8`);
  await page.getByText('Room 2').first().waitFor();
  await page.mouse.move(600, 840);
  await studio.take('building', page);
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.goto(`${studio.url}/w/labyrinth`);
  await page.getByText('Prey').first().waitFor();
  await settled(page, 60);
  await page.mouse.move(600, 840);
  await studio.take('labyrinth', page);
  await page.context().close();
  const phone = await studio.enter(PHONE, studio.administratorLink, 'Mara Lind');
  await phone.goto(`${studio.url}/w/fig-8/drive/amigobot`);
  await phone.getByRole('application').waitFor();
  // The view comes after the stick.
  await settled(phone, 60);
  await studio.take('building-phone', phone);
}
