import { expect, test } from 'vitest';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import type { MembersPort } from '#server/forms/use-case.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { readSessionFact } from './fact-loaders.ts';

// As much of the members as is asked while the database is out.
const members = {
  settings: { activationHours: 24 },
  registrationStatus: () => Promise.reject(new Error('The database is out.')),
} as unknown as MembersPort;

const site = makeSite({ journeys });
const session = { registration: { handle: 'handle', email: 'a@example.com' } };

function unknownAs(whenUnknown: string | undefined): ReturnType<typeof readSessionFact> {
  const journey = structuredClone(site.journeyDocuments.get('registration')) as JourneyDocument;
  const { whenUnknown: _left, ...machine } = journey.machines['registration'] as JourneyDocument['machines'][string];
  journey.machines['registration'] = { ...machine, ...(whenUnknown !== undefined && { whenUnknown }) };
  return readSessionFact(
    session,
    members,
    0,
    makeSite({ journeys, journeyDocuments: new Map([['registration', journey]]) }),
  );
}

test('While the database is out a registration is taken to be where the document of the journey says', async () => {
  const known = { email: 'a@example.com', hours: 24 };
  await expect(readSessionFact(session, members, 0, site)).resolves.toEqual({
    registration: { registration: { step: 'finished', ...known } },
  });
  await expect(unknownAs('active')).resolves.toEqual({
    registration: { registration: { step: 'activated', ...known } },
  });
  await expect(unknownAs(undefined)).resolves.toEqual({});
});
