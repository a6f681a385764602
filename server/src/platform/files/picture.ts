/** A picture as it was found to be, with nothing but what draws it. */
export interface Picture {
  width: number;
  height: number;
  bytes: Uint8Array;
}
