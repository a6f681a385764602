export { PackageCard } from './package-card.tsx';
