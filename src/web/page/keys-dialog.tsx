import { Modal } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { TipButton } from '../controls/tip-button.tsx';
import { isTyping, KEYS } from './keys.ts';
import classes from './keys-dialog.module.css';

export function KeysButton({ place }: { readonly place: 'lobby' | 'world' | 'monitor' }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event)) setOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <TipButton label="Keys" keys="?" onClick={() => setOpen(true)}>
        <IconHelp size={18} />
      </TipButton>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keys" size={680}>
        <div className={classes.sections}>
          {KEYS.filter((section) => section.place === place || section.place === 'everywhere').map(({ title, entries }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {entries.map(({ keys, deed }) => (
                  <div key={keys}>
                    <dt>
                      {keys.split(' ').map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dt>
                    <dd>{deed}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </Modal>
    </>
  );
}
