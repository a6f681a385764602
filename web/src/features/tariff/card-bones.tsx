import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';

/** Bones of the cards of a tariff. */
export const CardBones = () =>
  [0, 1, 2].map((card) => (
    <Card key={card}>
      <Skeleton height={160} />
    </Card>
  ));
