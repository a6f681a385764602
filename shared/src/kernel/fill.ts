/** `{{name}}` in a text gives way to its value; a name without a value stays, so that it is seen. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (all, name: string) => String(values[name] ?? all));
}
