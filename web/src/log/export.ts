/** The log for those who take it elsewhere: as plain text, and as Markdown. */
import type { LogLine } from '../types';

const isHeading = (line: LogLine) => line.tone === 'round' || line.tone === 'heading';

export function asText(title: string, lines: LogLine[]): string {
  const text = lines.map((line) => (isHeading(line) ? `\n${line.text}` : `  ${line.text}`));
  return [title, '='.repeat(title.length), ...text, ''].join('\n');
}

export function asMarkdown(title: string, lines: LogLine[]): string {
  const escaped = (text: string) => text.replace(/([\\`*_[\]<>#|])/g, '\\$1');
  const text = lines.map((line) =>
    line.tone === 'round'
      ? `\n## ${escaped(line.text)}\n`
      : line.tone === 'heading'
        ? `\n### ${escaped(line.text)}\n`
        : `- ${escaped(line.text)}`,
  );
  return [`# ${escaped(title)}`, '', ...text, ''].join('\n');
}
