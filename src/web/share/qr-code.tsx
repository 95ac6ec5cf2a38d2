import { encode } from 'uqr';
import classes from './share.module.css';

/** Dark on white in both themes: cameras do not read it the other way round. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the join link"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
