const PLACE = 'sign-in.email';

/** Who has just registered in this tab: the sign-in need not ask for the address again. */
export const knownEmail = {
  keep: (email: string): void => sessionStorage.setItem(PLACE, email),
  read: (): string => sessionStorage.getItem(PLACE) ?? '',
  forget: (): void => sessionStorage.removeItem(PLACE),
};
