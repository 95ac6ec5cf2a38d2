import { usePiece } from '../page/use-observable.ts';
import { counted, Problems } from '../texts/problems.tsx';
import { type MapSession, memberAt } from './map-session.ts';

/** What is wrong with the map. */
export function MapProblems({ session }: { readonly session: MapSession }) {
  const diagnostics = usePiece(session.problems, (problems) => problems.diagnostics);
  const count = usePiece(session.reading, (reading) => reading.document?.members.length ?? 0);
  return (
    <Problems
      diagnostics={diagnostics}
      facts={<small>{counted(count, 'member')}</small>}
      onShow={({ from }) => {
        const member = memberAt(session.reading.get(), from);
        if (member === undefined) session.shown.set({ at: from });
        else session.select(member);
      }}
      onFix={session.mayWrite ? ({ edits }) => session.apply(edits) : undefined}
    />
  );
}
