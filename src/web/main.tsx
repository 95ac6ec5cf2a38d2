import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.css';
import './theme/page.css';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { HubApi } from './hub-api/hub-api.ts';
import { Identity } from './hub-api/identity.ts';
import { App } from './page/app.tsx';
import { Visitor } from './page/visitor.ts';
import { BrowserRouter } from './router/browser-router.ts';

// The page's content security policy forbids making functions out of text, which zod would try.
z.config({ jitless: true });

const identity = new Identity(localStorage);
const hub = new HubApi(location.origin, () => identity.token);
const visitor = new Visitor(hub, identity);
const router = new BrowserRouter(window);

const root = document.getElementById('page');
if (!root) throw new Error('index.html has no element with the id "page" to draw into');
createRoot(root).render(<App hub={hub} visitor={visitor} router={router} />);
