import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  Popover,
  rem,
  SegmentedControl,
  Slider,
  Tabs,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';
import { paletteVariables } from './palette.ts';
import classes from './theme.module.css';
import { darkTokens, lightTokens, variablesOf } from './tokens.ts';

// Mantine wants ten shades; the components below take their colours from our own variables, so all ten are the one accent.
const accent = Array.from({ length: 10 }, () => lightTokens.accent) as unknown as MantineColorsTuple;

const colours: VariantColorsResolver = (input) => {
  switch (input.variant) {
    case 'filled':
      return { background: 'var(--mh-accent)', hover: 'var(--mh-accent)', color: 'var(--mh-on-accent)', border: '1px solid transparent' };
    case 'default':
      return { background: 'var(--mh-panel)', hover: 'var(--mh-hover)', color: 'var(--mh-text)', border: '1px solid var(--mh-line2)' };
    case 'subtle':
      return { background: 'transparent', hover: 'var(--mh-hover)', color: 'var(--mh-text)', border: '1px solid transparent' };
    case 'light':
      return { background: 'var(--mh-soft)', hover: 'var(--mh-soft)', color: 'var(--mh-accent-text)', border: '1px solid transparent' };
    case 'danger':
      return { background: 'var(--mh-bad-tint)', hover: 'var(--mh-bad-tint)', color: 'var(--mh-bad)', border: '1px solid transparent' };
    default:
      return defaultVariantColorsResolver(input);
  }
};

const buttonHeights: Record<string, string> = { sm: rem(26), md: rem(32), lg: rem(40) };
const buttonPaddings: Record<string, string> = { sm: rem(10), md: rem(14), lg: rem(16) };

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, monospace",
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
  lineHeights: { xs: rem(14), sm: rem(16), md: rem(18), lg: rem(20), xl: rem(22) },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(20) },
  radius: { xs: rem(6), sm: rem(8), md: rem(10), lg: rem(12), xl: rem(20) },
  defaultRadius: 'sm',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: colours,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      classNames: { root: classes.button ?? '', label: classes.buttonLabel ?? '' },
      vars: (_theme, { size }) => ({
        root: {
          '--button-height': buttonHeights[`${size}`] ?? `${size}`,
          '--button-padding-x': buttonPaddings[`${size}`] ?? rem(14),
          '--button-fz': rem(13),
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', size: 32 },
      classNames: { root: classes.actionIcon ?? '' },
    }),
    Input: Input.extend({ defaultProps: { size: 'md' }, classNames: { input: classes.input ?? '' } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { className: classes.overlay ?? '' },
        transitionProps: { duration: 180 },
      },
      classNames: {
        content: classes.dialog ?? '',
        header: classes.dialogHeader ?? '',
        title: classes.dialogTitle ?? '',
        body: classes.dialogBody ?? '',
      },
    }),
    Drawer: Drawer.extend({
      defaultProps: { overlayProps: { className: classes.overlay ?? '' }, transitionProps: { duration: 180 } },
      classNames: { content: classes.drawer ?? '', body: classes.drawerBody ?? '' },
    }),
    Menu: Menu.extend({
      defaultProps: { shadow: 'none', transitionProps: { duration: 120 } },
      classNames: { dropdown: classes.floating ?? '', item: classes.menuItem ?? '', label: classes.menuLabel ?? '' },
    }),
    Popover: Popover.extend({
      defaultProps: { transitionProps: { duration: 120 } },
      classNames: { dropdown: classes.floating ?? '' },
    }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { transitionDuration: 120 },
      classNames: { root: classes.segments ?? '', label: classes.segment ?? '', indicator: classes.segmentIndicator ?? '' },
    }),
    Slider: Slider.extend({
      defaultProps: { size: 4, thumbSize: 14, label: null },
      classNames: { track: classes.sliderTrack ?? '', thumb: classes.sliderThumb ?? '', bar: classes.sliderBar ?? '' },
    }),
    Tabs: Tabs.extend({ classNames: { list: classes.tabList ?? '', tab: classes.tab ?? '' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, transitionProps: { duration: 120 }, events: { hover: true, focus: true, touch: false } },
      classNames: { tooltip: classes.tooltip ?? '' },
    }),
  },
});

const mantineVariables = {
  '--mantine-color-body': 'var(--mh-bg)',
  '--mantine-color-text': 'var(--mh-text)',
  '--mantine-color-dimmed': 'var(--mh-muted)',
  '--mantine-color-placeholder': 'var(--mh-muted)',
  '--mantine-color-error': 'var(--mh-bad)',
  '--mantine-color-default': 'var(--mh-panel)',
  '--mantine-color-default-hover': 'var(--mh-hover)',
  '--mantine-color-default-border': 'var(--mh-line2)',
  '--mantine-color-default-color': 'var(--mh-text)',
  '--mantine-primary-color-filled': 'var(--mh-accent)',
  '--mantine-primary-color-filled-hover': 'var(--mh-accent)',
  '--mantine-primary-color-contrast': 'var(--mh-on-accent)',
  '--mantine-color-accent-filled': 'var(--mh-accent)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...variablesOf(lightTokens), ...paletteVariables('light'), ...mantineVariables, '--mh-shadow': '0 4px 16px rgb(9 22 20 / 10%)' },
  dark: { ...variablesOf(darkTokens), ...paletteVariables('dark'), ...mantineVariables, '--mh-shadow': '0 4px 16px rgb(0 0 0 / 40%)' },
});
