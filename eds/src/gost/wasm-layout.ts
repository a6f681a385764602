/**
 * Where things lie in the memory of the WebAssembly module: known to its source (`eds/wasm`) and to its callers.
 * All numbers are bytes.
 */

/** A number modulo p: 20 signed digits of base 2^26 in words of 32 bits, in the order 0, 10, 1, 11 … 9, 19. */
export const ELEMENT = 80;
/** x and y. */
export const AFFINE = 2 * ELEMENT;
/** X, Y, Z with x = X/Z², y = Y/Z³. */
export const JACOBIAN = 3 * ELEMENT;

/**
 * Streebog: eight tables of 256 words, twelve constants, the state h ‖ n ‖ sum ‖ a zero block, the message; a part of the
 * message must leave the tables in the nearest cache of 32 KiB.
 */
export const STREEBOG_TABLES = 0;
export const STREEBOG_CONSTANTS = 16_384;
export const STREEBOG_STATE = 17_152;
export const STREEBOG_MESSAGE = 32_768;
export const STREEBOG_MESSAGE_SIZE = 8_192;

/** Numbers of 64 bytes, little-endian. */
export const PRIME = 17_408;
export const ORDER = 17_472;
export const INPUT = 17_536;
export const OUTPUT = 17_600;

/** Room of the inversion: five numbers of 18 words. */
export const INVERSION = 17_664;

/** The sum that `run` adds to, and the scratch of the formulas: two elements side by side each. */
export const SUM = 18_432;
export const PAIR = 2 * ELEMENT;
export const PAIRS = SUM + JACOBIAN;
export const MOST_PAIRS = 12;
/** Elements of scratch for the callers. */
export const SCRATCH = PAIRS + MOST_PAIRS * PAIR;

/** The steps of a multiplication: 32-bit words. */
export const STEPS = 24_576;
export const MOST_STEPS = 2_048;

/** Points in Jacobian coordinates on their way into a table, and the products which their inversion needs. */
export const WORKSHOP = 65_536;
export const WORKSHOP_PRODUCTS = WORKSHOP + 36_864;
/** Small multiples of a point. */
export const MULTIPLES = WORKSHOP + 49_152;

/** A comb has eight teeth: the sign of the highest is taken out, the other seven choose an entry of a block. */
export const COMB_ENTRIES = 128;

/** Tables of points begin behind the second page. */
export const TABLES = 131_072;
