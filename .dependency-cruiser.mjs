/* Allowed imports between modules: the table in docs/architecture.md. Each pair that is not in the table is a separate rule, so that messages name both. */

const schemas = 'schemas/generated';
const decisionModules = ['shared', 'documents', 'documents/journeys', 'i18n', 'routing', 'guards', 'experiments'].map(
  (module) => `engine/${module}`,
);
const decideModules = ['engine/decide', 'engine/decide/experiments'];
const serverModules = [
  'platform',
  'staff',
  'admin',
  'admin/pages/content',
  'admin/pages/experiments',
  'admin/pages/form-entries',
  'site',
  'forms',
  'http',
  'graphql',
].map((module) => `server/${module}`);
const journeyModules = [
  'engine/shared',
  'engine/documents/journeys',
  'engine/i18n',
  'engine/routing',
  ...decideModules,
];
const renderedModules = [...decisionModules, ...decideModules, 'engine/block-kit'];

/** Module → modules or files that it may import, and modules whose types it may import. */
const modules = {
  'engine/shared': { imports: [] },
  'engine/documents/journeys': { imports: ['engine/shared', 'engine/documents/json.ts'], types: ['engine/documents'] },
  'engine/documents': { imports: ['engine/shared', 'engine/documents/journeys'] },
  'engine/i18n': { imports: ['engine/shared'], types: ['engine/documents'] },
  'engine/routing': { imports: ['engine/shared', 'engine/i18n'], types: ['engine/documents'] },
  'engine/guards': { imports: ['engine/shared'], types: ['engine/documents'] },
  'engine/experiments': { imports: ['engine/shared'], types: ['engine/documents'] },
  'engine/decide/experiments': {
    imports: [
      ...['shared', 'documents', 'routing', 'experiments'].map((module) => `engine/${module}`),
      'engine/decide/plan.ts',
      'engine/decide/types.ts',
    ],
  },
  'engine/decide': { imports: [...decisionModules, 'engine/decide/experiments'] },
  'engine/block-kit': { imports: ['engine/shared', 'engine/i18n', 'engine/routing'] },
  'engine/compile': { imports: renderedModules },
  'engine/client': { imports: ['engine/shared', 'engine/i18n', 'engine/routing', 'engine/block-kit'] },
  'engine/studio': { imports: ['engine/shared', 'engine/documents', 'engine/i18n', 'engine/block-kit/icons.ts'] },
  'engine/vike': { imports: [...renderedModules, 'engine/compile', 'engine/client'] },
  'engine/cli': { imports: [...renderedModules, 'engine/compile'] },
  blocks: { imports: ['engine/block-kit'] },
  'journeys/*/blocks': { imports: ['engine/block-kit'] },
  'journeys/*/shared': { imports: ['engine/shared'] },
  'journeys/*/decide': {
    imports: ['journeys/*/shared', ...journeyModules],
    types: ['engine/documents', 'engine/guards'],
  },
  'journeys/*/client': {
    imports: [
      'journeys/*/shared',
      'engine/shared',
      'engine/i18n',
      'engine/routing',
      'engine/block-kit',
      'engine/client',
    ],
  },
  'journeys/*/server': {
    imports: ['journeys/*/shared', 'journeys/*/decide', ...journeyModules, 'server/platform'],
    types: ['engine/documents', 'engine/guards', 'server/site', 'server/forms'],
  },
  'journeys/*/members': {
    imports: ['journeys/*/shared', 'journeys/*/decide', 'journeys/*/server', ...journeyModules, 'server/platform'],
    types: ['engine/documents', 'server/site', 'server/forms'],
  },
  'journeys/*/admin': {
    imports: [
      'journeys/*/shared',
      'journeys/*/members',
      'engine/shared',
      'engine/i18n',
      ...['platform', 'staff', 'admin'].map((module) => `server/${module}`),
    ],
    types: ['server/forms'],
  },
  'server/platform': { imports: ['engine/shared', 'engine/i18n'] },
  'server/staff': { imports: ['server/platform', 'engine/shared'] },
  'server/admin': { imports: ['server/platform', 'server/staff', 'engine/shared', 'engine/i18n'] },
  'server/admin/pages/content': {
    imports: [
      ...['platform', 'staff', 'site', 'admin'].map((module) => `server/${module}`),
      ...['shared', 'documents', 'i18n'].map((module) => `engine/${module}`),
    ],
    types: ['engine/studio'],
  },
  'server/admin/pages/experiments': {
    imports: [
      ...['platform', 'staff', 'site', 'admin'].map((module) => `server/${module}`),
      ...['shared', 'documents', 'i18n', 'routing', 'experiments'].map((module) => `engine/${module}`),
    ],
  },
  'server/admin/pages/form-entries': {
    imports: [
      ...['platform', 'staff', 'admin', 'forms'].map((module) => `server/${module}`),
      ...['shared', 'documents', 'i18n'].map((module) => `engine/${module}`),
    ],
  },
  'server/site': { imports: ['server/platform', ...decisionModules, ...decideModules], types: ['engine/compile'] },
  'server/forms': {
    imports: ['server/platform', 'server/site', ...decisionModules, ...decideModules],
    types: ['server/staff', 'server/admin'],
  },
  'server/http': {
    imports: ['server/platform', 'server/staff', 'server/site', 'server/forms', ...decisionModules, ...decideModules],
    types: ['engine/compile', 'engine/studio', 'server/admin'],
  },
  'server/graphql': {
    imports: [
      ...['platform', 'staff', 'site', 'forms', 'http'].map((module) => `server/${module}`),
      ...decisionModules,
      ...decideModules,
    ],
    types: ['engine/compile', 'server/admin'],
  },
  'server/app': { imports: [...serverModules, ...decisionModules, ...decideModules], types: ['engine/compile'] },
  commands: {
    imports: [
      ...decisionModules,
      ...decideModules,
      'engine/compile',
      'engine/vike',
      'engine/cli',
      'server/app',
      ...serverModules,
    ],
  },
  'journeys/*/commands': {
    imports: ['commands', 'journeys/*/shared', ...decisionModules, 'engine/cli', 'server/app', ...serverModules],
    types: ['journeys/*/members'],
  },
};

const names = Object.keys(modules);
const filesOf = (module) => `^${module.replace('*', '[^/]+')}/`;
/** Nested modules count as separate modules. */
const modulesInside = (module) => names.filter((name) => name.startsWith(`${module}/`)).map(filesOf);
const allowedFiles = (from, to) =>
  modules[from].imports.filter((path) => path.startsWith(`${to}/`) && !names.includes(path)).map((path) => `^${path}$`);
/** An empty list of exceptions would match everything. */
const except = (patterns) => (patterns.length > 0 ? { pathNot: patterns } : {});
/** `blocks/tokens.css` and `blocks/base.css` are part of every page and belong to no block. */
const partsOf = (module) => (module === 'blocks' ? '^blocks/[^/]+/' : filesOf(module));
const blockFolders = ['blocks', 'journeys/*/blocks'].map(filesOf);
/** Tests of a server module may combine modules; tests of a journey may use the engine's output. */
const hasOwnTests = (module) => module.startsWith('server/') || module.startsWith('journeys/');
const importersOf = (module) => ({
  path: filesOf(module),
  ...except([...modulesInside(module), ...(hasOwnTests(module) ? ['\\.test\\.tsx?$'] : [])]),
});
const wayOut = ({ imports, types = [] }) => {
  const allowed = [...imports, ...types.map((module) => `${module} (types only)`), schemas];
  return `It may import ${allowed.join(', ')}. Move what both need into one of these, or hand it over as an argument.`;
};

const betweenModules = names.flatMap((from) =>
  names
    .filter((to) => to !== from && !modules[from].imports.includes(to))
    .map((to) => {
      const typesOnly = modules[from].types?.includes(to);
      return {
        name: `${from} must not import ${typesOnly ? 'values of ' : ''}${to}`,
        severity: 'error',
        comment: wayOut(modules[from]),
        from: importersOf(from),
        to: {
          path: partsOf(to),
          ...except([...modulesInside(to), ...allowedFiles(from, to)]),
          ...(typesOnly && { dependencyTypesNot: ['type-only'] }),
        },
      };
    }),
);

export default {
  forbidden: [
    ...betweenModules,
    ...blockFolders.map((folder) => ({
      name: 'A block must not import another block',
      severity: 'error',
      comment: 'Parents render children through the registry; what two blocks share belongs into engine/block-kit.',
      from: { path: `${folder}(layouts/[^/]+|[^/]+)/` },
      to: { path: blockFolders, pathNot: `${folder}$1/` },
    })),
    {
      name: 'OpenTelemetry is loaded for anyone who configures it',
      severity: 'error',
      comment:
        'It takes 20 MB. Only server/app/start-tracing.ts loads it, by import(); everybody else records with observability/tracing.ts.',
      from: { pathNot: '^server/platform/observability/(telemetry|metric-producer)\\.ts$' },
      to: { path: ['^@opentelemetry/', 'node_modules/@opentelemetry/'] },
    },
    {
      name: 'OpenTelemetry is loaded late',
      severity: 'error',
      comment: 'An import at the top would load it in every server: take its types, or load it where it is configured.',
      from: { pathNot: '^server/platform/observability/telemetry\\.ts$' },
      to: {
        path: '^server/platform/observability/(telemetry|metric-producer)\\.ts$',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'A block must not import a package but react',
      severity: 'error',
      comment: 'What a block needs from a package comes through engine/block-kit.',
      from: { path: blockFolders, pathNot: '\\.test\\.tsx?$' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(@types/)?react/' },
    },
    {
      name: 'A behaviour must not import react',
      severity: 'error',
      comment: 'A behaviour is a custom element of at most 1 KB; a block that needs React in the browser is an island.',
      from: { path: '\\.behaviour\\.ts$' },
      to: { path: 'node_modules/(@types/)?react(-dom)?/' },
    },
    {
      name: 'A journey must not import another journey',
      severity: 'error',
      comment: 'The engine brings journeys together; what two of them share belongs into a module of the engine.',
      from: { path: '^journeys/([^/]+)/' },
      to: { path: '^journeys/', pathNot: '^journeys/$1/' },
    },
    {
      name: 'Only registries import a journey',
      severity: 'error',
      comment:
        'A project without the journey would not start: take what journeys bring from schemas/generated/journeys, or add a hook to the interface that they fill.',
      from: { path: '^(engine|blocks|server|commands)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^journeys/[^/]+/(index|settings)\\.ts$' },
    },
    {
      name: 'A journey must not import inner parts of engine/client',
      severity: 'error',
      comment:
        'It may import engine/client/journey.ts and engine/client/core; the client calls journeys by the hooks of BrowserJourney. Add a hook there.',
      from: { path: '^journeys/' },
      to: { path: filesOf('engine/client'), pathNot: ['^engine/client/journey\\.ts$', '^engine/client/core/'] },
    },
    {
      name: 'A file of the server belongs to one of its folders',
      severity: 'error',
      comment: 'What joins the modules is in server/app; docs/architecture.md says what the other folders hold.',
      from: {},
      to: { path: '^server/[^/]+\\.ts$' },
    },
    {
      name: 'Only server/app imports what journeys bring to the server',
      severity: 'error',
      comment: 'It joins the modules at start: take the journeys as an argument.',
      from: {
        path: '^(engine|blocks|journeys|server|commands)/',
        pathNot: [filesOf('server/app'), '\\.test\\.tsx?$'],
      },
      to: { path: '^schemas/generated/journeys/(server|plugins)\\.ts$' },
    },
    {
      name: 'Only the members of a journey import the registry of their use cases',
      severity: 'error',
      comment: 'Use cases are joined at start: take the Members, or what a journey declares of them.',
      from: { path: '^(engine|blocks|journeys|server|commands)/', pathNot: filesOf('journeys/*/members') },
      to: { path: '^schemas/generated/use-cases\\.ts$' },
    },
    {
      name: 'Only admin pages import the registries of their actions',
      severity: 'error',
      comment: 'An action is bound to what its page needs: take the pages.',
      from: {
        path: '^(engine|blocks|journeys|server|commands)/',
        pathNot: [filesOf('journeys/*/admin'), filesOf('server/admin/pages'), '\\.test\\.tsx?$'],
      },
      to: { path: '^schemas/generated/admin-actions/' },
    },
    {
      name: 'Only generated modules import the registry of forms',
      severity: 'error',
      comment: 'journeys/server.ts hands them to the server with the journey that they belong to.',
      from: { path: '^(engine|blocks|journeys|server|commands)/' },
      to: { path: '^schemas/generated/use-case-forms\\.ts$' },
    },
    {
      name: 'The engine must not import what journeys decide',
      severity: 'error',
      comment: 'Anyone who reads the project hands its journeys over with it: take them from the site.',
      from: { path: '^(engine|blocks)/', pathNot: [filesOf('engine/cli'), '\\.test\\.tsx?$'] },
      to: { path: '^schemas/generated/journeys/decide\\.ts$' },
    },
    {
      name: 'Only engine/client imports what journeys bring to the browser',
      severity: 'error',
      comment: 'It is loaded with the page; what decides about pages is in schemas/generated/journeys/decide.ts.',
      from: { path: '^(engine|blocks|journeys|server|commands)/', pathNot: filesOf('engine/client') },
      to: { path: '^schemas/generated/journeys/client\\.ts$' },
    },
    {
      name: 'Only engine/compile imports the registry',
      severity: 'error',
      comment:
        'The registry brings every block with it; other modules take names and types from schemas/generated/vocabulary.ts.',
      from: { path: '^(engine|blocks|journeys|server)/', pathNot: filesOf('engine/compile') },
      to: { path: '^schemas/generated/registry\\.ts$' },
    },
    {
      name: 'Code that Node runs as it is must not import JSX',
      severity: 'error',
      comment: 'Node strips types but does not know JSX; rendering is reached through the Compiler port.',
      from: {
        path: [
          ...decisionModules,
          'engine/decide',
          'engine/cli',
          'journeys/*/shared',
          'journeys/*/decide',
          'journeys/*/server',
          'journeys/*/members',
          'journeys/*/admin',
          'server',
        ].map(filesOf),
        pathNot: '\\.test\\.tsx?$',
      },
      to: { path: '\\.tsx$' },
    },
    {
      name: 'Product code must not import tests',
      severity: 'error',
      comment: 'tests/ holds what only tests use; a helper that the product needs belongs into a module.',
      from: { path: '^(engine|blocks|journeys|server|schemas)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/' },
    },
    {
      name: 'Code that runs in a server must not import a package for development',
      severity: 'error',
      comment:
        'Production installs dependencies only, and what a build makes needs none of its tools; move the package there.',
      from: {
        path: '^(engine|blocks|journeys|server)/',
        pathNot: [
          '\\.test\\.tsx?$',
          filesOf('engine/cli'),
          filesOf('engine/vike'),
          // Bundled for browsers.
          filesOf('engine/client'),
          filesOf('engine/studio'),
          filesOf('journeys/*/client'),
          // Made by the build and found again: remembered-assets.ts.
          '^engine/compile/assets/',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    {
      name: 'Imports must not form a cycle',
      severity: 'error',
      comment: 'Take the part that both need out of the cycle into a file of its own.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'An import must lead somewhere',
      severity: 'error',
      comment: 'The file or package was not found; write the path with its extension.',
      from: {},
      // Vite's own modules exist only while it runs.
      to: { couldNotResolve: true, pathNot: '^(virtual:|/@)' },
    },
  ],
  options: {
    // TypeScript 7 has no parser that this tool can use; without swc it would see no module and pass everything.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};
