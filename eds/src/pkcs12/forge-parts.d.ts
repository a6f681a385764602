/** The parts of node-forge that are loaded one by one; what they hold is typed in `forge.ts`. */
declare module 'node-forge/lib/*.js' {
  const part: unknown;
  export default part;
}
