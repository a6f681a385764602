/** In a number of a contract: the place of the next number of the company's counter. */
export const COUNTED = '{n}';
export const MAX_CONTRACT_NUMBER = 50;
