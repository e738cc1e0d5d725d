import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
import { preview } from 'vite';
const [, , out, scenario, seed = '4', w = '1440', h = '900', scheme = 'light', steps = '6', touch = ''] = process.argv;
const child = spawn(
  process.env.FRACAS_BIN,
  ['serve', '--port', '0', '--no-browser']
    .slice(0, 1)
    .concat([
      '--port',
      String(17000 + Math.floor(Math.random() * 2000)),
      '--no-browser',
      '--data',
      '/tmp/look-' + process.pid + '.sqlite',
    ]),
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const url = await new Promise((r) =>
  child.stdout.on('data', (d) => {
    const m = /at (http:\S+)/.exec(String(d));
    if (m) r(m[1]);
  }),
);
const pv = await preview({
  logLevel: 'silent',
  build: { outDir: '/work/wt/page/web/dist' },
  preview: {
    port: 19000 + Math.floor(Math.random() * 900),
    host: '127.0.0.1',
    proxy: { '/api': { target: url.replace(/\/$/, ''), ws: true } },
  },
});
const base = pv.resolvedUrls.local[0];
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const ctx = await b.newContext({
  viewport: { width: +w, height: +h },
  colorScheme: scheme,
  ...(touch ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
});
const page = await ctx.newPage();
page.setDefaultTimeout(60000);
page.on('pageerror', (e) => console.log('ERR', e.message));
page.on('console', (m) => m.type() === 'error' && console.log('CON', m.text()));
await page.addInitScript(() =>
  localStorage.setItem(
    'fracas.settings',
    JSON.stringify({ speed: 'instant', theme: 'system', byThemselves: true, askAll: false }),
  ),
);
let n = 0;
const shot = async (what) => {
  await page.screenshot({ path: `${out}-${n++}-${what}.png` });
};
await page.goto(base);
await page.locator('[data-scenario]').first().waitFor();
if (scenario === 'start') {
  await page.waitForTimeout(1500);
  await shot('start');
  await page.screenshot({ path: `${out}-full.png`, fullPage: true });
} else {
  await page.route('**/api/tables', async (r) =>
    r.request().method() === 'POST'
      ? r.continue({ postData: JSON.stringify({ ...r.request().postDataJSON(), seed: +seed }) })
      : r.continue(),
  );
  await page.locator(`[data-scenario="${scenario}"]`).click();
  await page.locator('[data-token]').first().waitFor();
  await page.waitForTimeout(800);
  await shot('open');
  let clicks = 0,
    qs = 0;
  for (let i = 0; i < +steps; i++) {
    await page.locator('.screen[data-turn]').or(page.locator('.outcome')).first().waitFor();
    if (await page.locator('.outcome').count()) break;
    await page.waitForTimeout(700);
    const q = await page
      .locator('.question')
      .innerText()
      .catch(() => '');
    const kb = page.locator('[data-begin]:visible');
    const pos = await page.locator('.screen').getAttribute('data-position');
    const ans = page.locator('[data-answer]:visible');
    const acts = page.locator('#tab-panel [data-choice]:visible:not([data-armed])');
    const ends = page.locator('[data-end]:visible');
    const rows = await page.locator('#tab-panel :is([data-choice],[data-deed],[data-open]):visible').count();
    console.log(
      i,
      JSON.stringify(q),
      'rows',
      rows,
      'all',
      await page.evaluate(() => document.querySelectorAll('#tab-panel [data-choice]').length),
      'tab',
      await page.locator('[role=tab][aria-selected=true]').innerText(),
    );
    if (i < 12) {
      if (await acts.count())
        await acts
          .first()
          .hover()
          .catch(() => {});
      await page.waitForTimeout(300);
      await shot('t' + i);
    }
    const what = (await kb.count())
      ? kb.first()
      : (await ans.count())
        ? ans.first()
        : (await acts.count())
          ? acts.first()
          : (await ends.count())
            ? ends.first()
            : null;
    if (!what) {
      console.log('nothing');
      break;
    }
    await what.click();
    clicks++;
    qs++;
    const d = page.locator('[data-do]:visible');
    if (await d.count()) await d.click();
    await page
      .waitForFunction(
        (p) => document.querySelector('.screen')?.dataset.position !== p || document.querySelector('.outcome'),
        pos,
        { timeout: 8000 },
      )
      .catch(() => console.log('stuck', i));
  }
  console.log('questions', qs, 'clicks', clicks, (await page.locator('.outcome').count()) ? 'over' : 'on');
  await page.waitForTimeout(400);
  await shot('end');
}
await b.close();
await pv.close();
child.kill();
process.exit(0);
