import { expect, test } from 'vitest';
import { writeICalendar } from './i-calendar.ts';

const options = { name: 'Maison', locale: 'de', now: Date.UTC(2026, 10, 20, 9, 30) };
const event = {
  uid: 'window landings/calm',
  title: 'landings/calm',
  text: '',
  from: Date.UTC(2026, 10, 27),
  category: 'Windows',
  url: 'https://www.example.com/en/admin/content?document=landings%2Fcalm',
};

test('an event has its times in UTC, a day has no time, and every line ends as RFC 5545 wants it', () => {
  const text = writeICalendar(
    [
      { ...event, to: Date.UTC(2026, 11, 1, 8) },
      { ...event, uid: 'claim', from: '2026-12-24' },
    ],
    options,
  );
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const lines = text.split('\r\n');
  expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', expect.stringMatching(/^PRODID:/)]);
  expect(lines.filter((line) => line.startsWith('DT'))).toEqual([
    'DTSTAMP:20261120T093000Z',
    'DTSTART:20261127T000000Z',
    'DTEND:20261201T080000Z',
    'DTSTAMP:20261120T093000Z',
    'DTSTART;VALUE=DATE:20261224',
  ]);
});

test('text is escaped, and long lines are folded after 75 bytes at most without cutting a character', () => {
  const title = `Größe; 1, 2\\3\n\u{7}${'ü€😀'.repeat(40)}`;
  const text = writeICalendar([{ ...event, title }], options);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll('\r\n ', '');
  expect(unfolded).toContain(String.raw`SUMMARY:Größe\; 1\, 2\\3\n ${'ü€😀'.repeat(40)}` + '\r\n');
});
