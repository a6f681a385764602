import { useForm as useMantineForm } from '@mantine/form';
import { useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { ApiError, isDeclined } from '../platform/api-error.ts';
import { errorText } from '../platform/error-text.ts';
import { useTextByCode } from '../platform/i18n.ts';
import { faultsOf, patternOf } from './form-faults.ts';
import type { Faults, FormLimits } from './form-faults.ts';
import { tooLong } from './too-long.ts';

export interface FormOptions<V> {
  /** `virtual:form-limits/<call>`: what the contract asks of each field. */
  limits?: FormLimits;
  /** What no limit can say: one field against another, what is only sometimes asked for. */
  check?: (values: V) => Faults;
  /** Better words for what is wrong with a field than the common ones. */
  words?: Partial<Record<string, string>>;
  /** The field of this form that shows a fault of the server, where it has another name on the wire. */
  fieldOf?: (wire: string) => string;
  /** Where what is typed is kept; what is kept already is what the form begins with. */
  draft?: { read: () => Partial<NoInfer<V>> | null; keep: (values: NoInfer<V> | null) => void };
  onChange?: (values: V) => void;
}

/** What a field needs; spread on any input that has `value`, `onChange` and `error`. */
export interface FieldProps {
  name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- as Mantine's own: text, a list or a choice, by the input
  value: any;
  checked?: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any
  onChange: (changed: any) => void;
  error: string | undefined;
  required?: true;
}

export interface Form<V> {
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  /** Began with what was typed before. */
  restored: boolean;
  /** What is typed outlives the form. */
  keeps: boolean;
  /** Changes several fields at once. */
  set: (part: Partial<V>) => void;
  /** `<TextInput label={…} {...form.field('title')} />`; a field of a list is `services.0.rate`. */
  field: (path: string) => FieldProps;
  /** `<FileDrop {...form.files('scan')} />` */
  files: (path: string) => {
    files: File[];
    onChange: (files: File[]) => void;
    error: string | undefined;
    disabled: boolean;
  };
  /** What is wrong with a field, for what is no input. */
  fault: (path: string) => string | undefined;
  /** What went wrong with the whole; faults of a field stand at it. */
  failure: string | null;
  busy: boolean;
  /** Checks, saves once however often it is asked, and shows what went wrong. */
  submit: (save: (values: V) => Promise<unknown>) => Promise<void>;
  /** Does something else than saving, with the form busy and what went wrong shown in it. */
  run: (deed: () => Promise<unknown>) => Promise<void>;
  /** `<form {...form.bind(save)}>` */
  bind: (save: (values: V) => Promise<unknown>) => {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
  /** Begins again with these values, or with the first ones. */
  reset: (values?: V) => void;
}

/** The texts of `ui` for the problems that a form finds by itself; the masked inputs have theirs already. */
const TEXTS: Record<string, string> = {
  'field.phone': 'fields.phone_wrong',
  'field.iban': 'fields.iban_wrong',
  'field.bin': 'fields.bin_iin_wrong',
  'field.date': 'date.wrong',
};
const textOfFault = (code: string) => TEXTS[code] ?? `faults.${code.replace(/^field\./, '')}`;

/** A password of Mantine says of itself only the second. */
const FAULTY = '[aria-invalid="true"], input[data-invalid="true"]';

/** The state of a form: values, what is wrong with them, the way to the server. The only place that uses the library. */
export function useForm<V extends object>(initial: V | (() => V), options: FormOptions<V> = {}): Form<V> {
  const { limits = {}, check, words, fieldOf, draft, onChange } = options;
  const say = useTextByCode('ui');
  const ref = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const shown = useRef(new Set<string>());
  const [first] = useState(initial);
  const [kept] = useState(() => draft?.read() ?? null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useMantineForm<V>({
    initialValues: { ...first, ...kept },
    validate: (values) => faultsOf(values, limits, check?.(values)),
    onValuesChange: (values) => {
      draft?.keep(values);
      onChange?.(values);
    },
  });

  // The library types a field by a path that the compiler knows; here a path is a text.
  const setField = form.setFieldValue as (path: string, value: unknown) => void;
  const focusFault = () =>
    requestAnimationFrame(() => {
      const input = ref.current?.querySelector<HTMLElement>(FAULTY);
      input?.focus();
      if (input instanceof HTMLInputElement) input.select();
    });
  const take = (error: unknown) => {
    if (isDeclined(error)) return;
    const wire = error instanceof ApiError ? error.field : null;
    const path = wire && (fieldOf?.(wire) ?? wire);
    if (!path || !shown.current.has(path)) return setFailure(error);
    form.setFieldError(path, errorText(error));
    focusFault();
  };
  const run = async (deed: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await deed();
    } catch (error) {
      take(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const submit = async (save: (values: V) => Promise<unknown>) => {
    if (running.current) return;
    setFailure(null);
    const { hasErrors } = await form.validate();
    if (hasErrors) focusFault();
    else await run(() => save(form.getValues()));
  };
  const valueAt = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], form.values);
  const fault = (path: string): string | undefined => {
    shown.current.add(path);
    const [limit, value] = [limits[patternOf(path)], valueAt(path)];
    const long = limit?.max && !limit.kind && typeof value === 'string' && tooLong(value, limit.max);
    if (long) return long;
    const found = form.errors[path];
    if (typeof found !== 'string') return undefined;
    if (!/^[a-z]+\.\w+$/.test(found)) return found;
    const own = words?.[patternOf(path)];
    return own || say(textOfFault(found), say('faults.wrong', found));
  };

  return {
    ref,
    values: form.values,
    restored: kept !== null,
    keeps: draft !== undefined,
    set: (part) => {
      for (const [name, value] of Object.entries(part)) setField(name, value);
    },
    field: (path) => {
      const limit = limits[patternOf(path)];
      const is_box = typeof valueAt(path) === 'boolean';
      const {
        onChange: change,
        value,
        checked,
      } = form.getInputProps(path, {
        type: is_box ? 'checkbox' : 'input',
      });
      return {
        name: path,
        value,
        ...(is_box && { checked }),
        // A choice that is taken back is an empty text like any other.
        onChange: (changed) => change(changed ?? ''),
        error: fault(path),
        ...(limit?.required && { required: true }),
      };
    },
    files: (path) => ({
      files: valueAt(path) as File[],
      onChange: (files) => setField(path, files),
      error: fault(path),
      disabled: busy,
    }),
    fault,
    failure: failure === null ? null : errorText(failure),
    busy,
    submit,
    run,
    bind: (save) => ({
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        // A dialog inside a form is no part of it on the screen.
        event.stopPropagation();
        void submit(save);
      },
    }),
    reset: (values = first) => {
      form.setValues(values);
      form.clearErrors();
      setFailure(null);
    },
  };
}
