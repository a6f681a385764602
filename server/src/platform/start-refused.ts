/** The process must not start; the message tells the operator why and what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
