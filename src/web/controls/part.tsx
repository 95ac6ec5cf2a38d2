import { Button } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { explain } from '../../core/base/errors.ts';
import classes from './controls.module.css';
import { Failure } from './failure.tsx';

interface PartProps {
  /** In its place while it is being loaded. */
  readonly resting: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page that is loaded when it is first wanted. When it fails, the rest of the page goes on: above all its Stop. */
export class Part extends Component<PartProps, { readonly failure: string | undefined }> {
  override state: { readonly failure: string | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown): { readonly failure: string } {
    return { failure: explain(error) };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return <Suspense fallback={this.props.resting}>{this.props.children}</Suspense>;
    return (
      <div className={classes.brokenPart}>
        <Failure text={`This part of the page failed: ${failure}`} />
        {/* A module that could not be loaded once is not asked for again by the same page. */}
        <Button variant="default" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </div>
    );
  }
}
