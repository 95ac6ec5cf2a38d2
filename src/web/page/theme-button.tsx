import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { TipButton } from '../controls/tip-button.tsx';

export function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <TipButton label={isDark ? 'Light colours' : 'Dark colours'} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </TipButton>
  );
}
