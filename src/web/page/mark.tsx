import markUrl from './mark.svg';
import classes from './page.module.css';

export function Mark() {
  return (
    <span className={classes.mark}>
      <img src={markUrl} alt="" width={26} height={26} />
      <span className={classes.wordmark}>Manyhands</span>
    </span>
  );
}
