/**
 * The embedded database cannot be had, and a person must do something about it.
 * `message` is plain English for the terminal (no stack needed): what is wrong, where, and what to do.
 */
export class EmbeddedPostgresRefused extends Error {
  override name = 'EmbeddedPostgresRefused';
}
