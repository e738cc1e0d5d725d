/** The workshop's side of the server. */
import { call, post, type ApiError } from '../api';
import type {
  BalanceOf,
  Balanced,
  Deeds,
  DeedsOf,
  Draft,
  FileText,
  GrowthOf,
  GrowthStep,
  NewFile,
  SavedFile,
} from '../types';
import type { SystemForms, Thing, Trial, TrialOf, Workshop } from '../types';
import type { Edit } from './paths';

const file = (path: string, more = '') => `/api/workshop/file?path=${encodeURIComponent(path)}${more}`;
const send = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export const workshop = () => call<Workshop>('/api/workshop');
export const read = (path: string) => call<FileText>(file(path));
export const save = (path: string, text: string, version: string | null) =>
  call<SavedFile>(file(path), send('PUT', { text, ...(version ? { version } : {}) }));
export const rename = (path: string, to: string, version: string) =>
  call<SavedFile>(file(path), send('POST', { to, version }));
export const remove = (path: string, version: string) =>
  call<string>(file(path, `&version=${encodeURIComponent(version)}`), { method: 'DELETE' });
/** The first time, the server asks every loader what it reads: a slow machine may need longer than a request takes. */
export async function forms(system: string, tries = 6): Promise<SystemForms> {
  try {
    return await call<SystemForms>(`/api/workshop/forms/${system}`);
  } catch (error) {
    if ((error as ApiError).failure?.code !== '408' || tries <= 1) throw error;
    return forms(system, tries - 1);
  }
}
export const things = (system: string) => call<Thing[]>(`/api/workshop/things/${system}`);
export const begin = (system: string, what: string) => call<NewFile>(`/api/workshop/new/${system}/${what}`);
export const draft = (path: string, text: string, edits: Edit[]) =>
  post<Draft>('/api/workshop/draft', { path, text, edits });
export const growth = (of: GrowthOf) => post<GrowthStep[]>('/api/workshop/growth', of);
export const trial = (of: TrialOf, signal: AbortSignal) =>
  call<Trial>('/api/workshop/trial', { ...send('POST', of), signal });
export const balance = (of: BalanceOf, signal: AbortSignal) =>
  call<Balanced>('/api/workshop/balance', { ...send('POST', of), signal });
export const deeds = (of: DeedsOf, signal: AbortSignal) =>
  call<Deeds>('/api/workshop/deeds', { ...send('POST', of), signal });
