/**
 * The real server, started for a test: on a free port, with its tables in a folder of its own, so that it can be killed
 * and started again. `FRACAS_BIN` names the program; without it the one under `target/` is taken.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { preview, type PreviewServer } from 'vite';

function program(): string {
  const target = resolve(import.meta.dirname, '../../target');
  const found = [process.env.FRACAS_BIN, join(target, 'release/fracas'), join(target, 'debug/fracas')].find(
    (path) => path && existsSync(path),
  );
  if (!found) throw new Error('there is no fracas program to test: run `cargo build`, or name one in FRACAS_BIN');
  return found;
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolvePort(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** `FRACAS_PAGE` names a built page that is shown instead of the program's own, so that it need not be built again. */
async function shownInstead(target: string): Promise<PreviewServer | null> {
  const page = process.env.FRACAS_PAGE;
  if (!page) return null;
  const port = await freePort();
  const proxy = { '/api': { target, ws: true } };
  return preview({ logLevel: 'silent', build: { outDir: resolve(page) }, preview: { port, host: '127.0.0.1', proxy } });
}

export class Server {
  #preview: PreviewServer | null = null;
  #child: ChildProcess | null = null;
  #folder = mkdtempSync(join(tmpdir(), 'fracas-e2e-'));
  #port = 0;

  get url(): string {
    return this.#preview?.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it on a port that is free, and on the same as before if it ran before. */
  async start(): Promise<void> {
    const child = spawn(
      program(),
      [
        ...['serve', '--port', String(this.#port), '--data', join(this.#folder, 'tables.sqlite'), '--no-browser'],
        ...['--library', join(this.#folder, 'library')],
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#child = child;
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    await new Promise<void>((ready, failed) => {
      child.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        const at = /Fracas is at http:\/\/[^ ]*?:(\d+)/.exec(said);
        if (!at) return;
        this.#port = Number(at[1]);
        ready();
      });
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}:\n${said}`)));
    });
    await this.#show();
  }

  async #show(): Promise<void> {
    this.#preview ??= await shownInstead(`http://127.0.0.1:${this.#port}`);
  }

  /** As a power cut would. */
  kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return Promise.resolve();
    return new Promise((gone) => {
      child.removeAllListeners('exit');
      child.once('exit', () => gone());
      child.kill('SIGKILL');
    });
  }

  async stop(): Promise<void> {
    await this.kill();
    await this.#preview?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
