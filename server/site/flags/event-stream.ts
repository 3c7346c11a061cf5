import { UnavailableError } from '#engine/shared/errors.ts';

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Maximum characters of an event. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Parses server-sent events (HTML, 9.2.6); comments and fields other than `event` and `data` are skipped. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let pending = '';
  let event = '';
  let data: string[] = [];
  for await (const chunk of body) {
    pending += decoder.decode(chunk, { stream: true });
    if (pending.length > MAX_BYTES) throw new UnavailableError('The stream sends an event without an end.');
    const lines = pending.split(/\r\n|\n|\r/);
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') };
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
  }
}
