// Plain JavaScript, because an older Node.js cannot even read the rest.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 15)) {
  console.error(
    [
      `This is Node.js ${process.versions.node}; Vitrine needs 24.15 or later.`,
      'It installs its own: run "npm ci" again and allow the install script of the package "node",',
      'then start with "npm start", or with node_modules/.bin/node directly.',
    ].join('\n'),
  );
  process.exitCode = 1;
}
