import { expect, test, vi } from 'vitest';
import { createUnsuppliedReport } from './unsupplied-report.ts';

test('An attribute that is not supplied is reported once, however many payloads use it, and a further one when it appears', () => {
  const warn = vi.fn<(fields: object, message?: string) => void>();
  const report = createUnsuppliedReport({ warn });
  const targeting = (...names: string[]) => ({
    features: { one: { defaultValue: 0, rules: names.map((name) => ({ condition: { [name]: 'x' }, force: 1 })) } },
  });
  report(targeting('locale'));
  expect(warn).not.toHaveBeenCalled();
  report(targeting('plan', 'locale'));
  report(targeting('plan', 'plan'));
  report(targeting('plan', 'company'));
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([{ attributes: ['plan'] }, { attributes: ['company'] }]);
});
