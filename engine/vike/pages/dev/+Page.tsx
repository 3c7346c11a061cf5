export function Page() {
  return <h1>Development</h1>;
}
