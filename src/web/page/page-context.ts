import { createContext, useContext } from 'react';
import type { HubApi } from '../hub-api/hub-api.ts';
import type { BrowserRouter } from '../router/browser-router.ts';
import type { Visitor } from './visitor.ts';

/** What every screen needs. */
export interface PageSurroundings {
  readonly hub: HubApi;
  readonly visitor: Visitor;
  readonly router: BrowserRouter;
}

export const PageContext = createContext<PageSurroundings | undefined>(undefined);

export function usePage(): PageSurroundings {
  const page = useContext(PageContext);
  if (!page) throw new Error('a screen was drawn outside of the page: wrap it in PageContext');
  return page;
}
