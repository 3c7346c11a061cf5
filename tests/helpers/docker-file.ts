/** Paths below `/app` that the last stage of a Dockerfile takes from the stage `build`. */
export function pathsIn(dockerFile: string): readonly string[] {
  return [...dockerFile.matchAll(/^COPY --from=build (?:--\S+ )?\/app\/(\S+) /gm)].map(([, path = '']) => path);
}
