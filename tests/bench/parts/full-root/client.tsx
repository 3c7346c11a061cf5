import { hydrateRoot } from 'react-dom/client';
import { FullPage, type FullPageData } from './FullPage.tsx';

const root = document.getElementById('root');
const data = document.getElementById('data')?.textContent;
if (root !== null && data) hydrateRoot(root, <FullPage data={JSON.parse(data) as FullPageData} />);
