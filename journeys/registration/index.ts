import type { JourneyPlugin, RunningPlugin } from '#server/app/journey-plugin.ts';
import type { PluginServices } from '#server/forms/plugin-services.ts';
import { mergeSettings } from '#server/platform/settings/merge-settings.ts';
import { createMemberAdminPages } from './admin/create-admin-pages.ts';
import { codeCacheLimits } from './members/codes/code-cache.ts';
import { memberModule } from './members/member-module.ts';
import { defaultMemberSettings } from './members/default-settings.ts';
import { buildDemoRows } from './members/demo/build-demo-rows.ts';
import { createMembers, type Members } from './members/index.ts';
import type { MemberPorts, MemberSettings } from './members/ports.ts';

interface SettingChanges extends Partial<Omit<MemberSettings, 'limits'>> {
  readonly limits?: Partial<MemberSettings['limits']>;
}

const ANOTHER_CODE = 'another code: "npm run code -- create" makes one, "npm run code -- block" ends this one';

/** An invitation-only community: codes, registration, activation, waiting list and membership interest, with their admin pages. */
export const registration = {
  moduleDefinition: memberModule,
  plainSite: { isForbiddenReferrer: () => false, findVoucher: () => null, minimumOrder: () => null },
  limits: [
    [
      'Codes',
      'cached · cached during an outage of the database · timeout then',
      [codeCacheLimits.fresh, codeCacheLimits.outage, codeCacheLimits.timeoutMs],
      'milliseconds',
    ],
    ['Codes', 'in memory per process', [codeCacheLimits.codes]],
  ],
  start(services: PluginServices, given: SettingChanges): RunningPlugin<Members> {
    const limits = mergeSettings(defaultMemberSettings.limits, given.limits);
    const settings = mergeSettings(defaultMemberSettings, { ...given, limits });
    const ports: MemberPorts = { ...services, settings };
    const members = createMembers(ports, services.outbox.wake);
    return {
      members,
      adminPages: createMemberAdminPages(services, members),
      expire: () => members.expirePending(),
      seedDemo: () => members.demo.seed(),
      demoRows: (site, url) => buildDemoRows(members.demo, site, url),
      shadowedPaths: async () =>
        (await members.shadowedCodes()).map((code) => ({
          ...code,
          kind: 'registration code',
          alternative: ANOTHER_CODE,
        })),
      findHolder: (code) => members.findInviter({ code }),
    };
  },
} satisfies JourneyPlugin<Members, SettingChanges>;
