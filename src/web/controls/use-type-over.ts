import { type ChangeEvent, type KeyboardEvent, useState } from 'react';

/** For an input whose text can be typed over: Enter or leaving takes it, Escape does not. */
export function useTypeOver(text: string, onTake: (typed: string) => void) {
  const [typed, setTyped] = useState<string>();
  const take = () => {
    setTyped(undefined);
    if (typed !== undefined) onTake(typed);
  };
  const input = {
    value: typed ?? text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    onBlur: take,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') take();
      if (event.key === 'Escape') setTyped(undefined);
    },
  };
  /** Undefined while nobody types. */
  return { typed, input };
}
