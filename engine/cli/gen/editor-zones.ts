import type { JsonSchema } from './schema.ts';

/** IANA names that `Intl` does not list, because it lists one name per zone: newer names, and older ones that are still valid. */
const OTHERS = `
Africa/Asmara Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia
America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan America/Atka America/Buenos_Aires
America/Catamarca America/Coral_Harbour America/Cordoba America/Ensenada America/Fort_Wayne America/Godthab America/Indiana/Indianapolis
America/Indianapolis America/Jujuy America/Kentucky/Louisville America/Knox_IN America/Louisville America/Mendoza America/Montreal
America/Nipigon America/Nuuk America/Pangnirtung America/Porto_Acre America/Rainy_River America/Rosario America/Santa_Isabel America/Shiprock
America/Thunder_Bay America/Virgin America/Yellowknife Antarctica/South_Pole Asia/Ashkhabad Asia/Calcutta Asia/Choibalsan Asia/Chongqing
Asia/Chungking Asia/Dacca Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Katmandu Asia/Kolkata Asia/Macao
Asia/Rangoon Asia/Saigon Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faeroe Atlantic/Faroe
Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie Australia/LHI Australia/NSW Australia/North Australia/Queensland
Australia/South Australia/Tasmania Australia/Victoria Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East
Brazil/West Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon
Chile/Continental Chile/EasterIsland Etc/GMT Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast Europe/Kiev Europe/Kyiv
Europe/Nicosia Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye Mexico/BajaNorte Mexico/BajaSur Mexico/General Pacific/Chuuk
Pacific/Enderbury Pacific/Johnston Pacific/Kanton Pacific/Pohnpei Pacific/Ponape Pacific/Samoa Pacific/Truk Pacific/Yap US/Alaska US/Aleutian
US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Samoa UTC
`;

/** A time zone with all names as proposals; case is ignored. */
export function withZones(schema: JsonSchema): JsonSchema {
  const form = new RegExp(schema.pattern ?? '', 'u');
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...OTHERS.trim().split(/\s+/)]);
  const names = [...known].filter((name) => form.test(name)).toSorted();
  return {
    ...schema,
    // VS Code's flag for ignoring case, which JSON Schema lacks.
    pattern: `(?i)^(?:${names.join('|')})$`,
    patternErrorMessage: 'There is no such time zone. Write a name of the IANA, such as "Europe/Berlin", or "UTC".',
    anyOf: [{ enum: names }, {}],
  };
}
