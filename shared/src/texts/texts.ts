/**
 * The shape Kazakh texts must have: the keys of the Russian ones. A plural has four forms in Russian
 * (`acts__one`, `acts__few`, `acts__many`, `acts__other`; the last is for fractions) and one in Kazakh (`acts__other`), because a noun
 * after a number stays singular there.
 */
export type Texts<T> = T extends string
  ? string
  : { readonly [K in keyof T as K extends `${string}__${'one' | 'few' | 'many'}` ? never : K]: Texts<T[K]> };

/** The keys a caller may name: `a.b`, with a plural under its stem. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? Stem<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

type Stem<K extends string> = K extends `${infer S}__${'one' | 'few' | 'many' | 'other'}` ? S : K;
