import type { ReactNode } from 'react';
import {
  cx,
  innerHeading,
  Icon,
  itemId,
  Link,
  Picture,
  type PricingProps,
  Section,
  Text,
} from '#engine/block-kit/index.ts';
import css from './Pricing.module.css';

/** Plans with prices. Both prices are part of the page; selecting a period hides one of them, without JavaScript. */
export function Pricing({ periods, plans, tax, actions, strings: _strings, ...section }: PricingProps): ReactNode {
  const { id, title, level } = section;
  const Heading = innerHeading(title, level);
  return (
    <Section {...section} actions={actions}>
      <div className={cx(css.pricing, periods && css.choice)}>
        {periods && (
          <fieldset className={css.periods}>
            <legend className="vh">
              <Text value={periods.label} />
            </legend>
            <label>
              <input type="radio" name={`${id}-period`} className="vh" defaultChecked />
              <Text value={periods.first} />
            </label>
            <label>
              <input type="radio" name={`${id}-period`} className={cx('vh', css.second)} />
              <Text value={periods.second} />
            </label>
          </fieldset>
        )}
        <ul className={css.plans}>
          {plans.map((plan, index) => (
            <li key={index} className={cx(css.plan, plan.highlight && css.best)}>
              {plan.image && (
                <Picture image={plan.image} sizes="(min-width: 56rem) 33vw, (min-width: 40rem) 50vw, 100vw" />
              )}
              <Text value={plan.name} as={Heading} className="head" id={itemId(id, index)} />
              {plan.highlight && <Text value={plan.highlight} as="p" className={cx('eyebrow', css.badge)} />}
              {plan.text && <Text value={plan.text} as="p" className="small muted" />}
              <Price {...plan} className={plan.other && css.first} />
              {plan.other && <Price {...plan.other} className={css.other} />}
              {plan.points && (
                <ul className={css.points}>
                  {plan.points.map((point, position) => (
                    <li key={position}>
                      <Icon name="check" />
                      <Text value={point} as="span" />
                    </li>
                  ))}
                </ul>
              )}
              {plan.action && (
                <Link
                  link={plan.action}
                  id={`${itemId(id, index)}-link`}
                  className={cx('btn', plan.highlight && 'btn-primary')}
                  aria-labelledby={`${itemId(id, index)}-link ${itemId(id, index)}`}
                />
              )}
            </li>
          ))}
        </ul>
        <Text value={tax} as="p" className="fine muted" />
      </div>
    </Section>
  );
}

type PriceProps = Pick<PricingProps['plans'][number], 'price' | 'period' | 'former'> & {
  readonly className: string | undefined;
};

function Price({ price, period, former, className }: PriceProps): ReactNode {
  return (
    <p className={cx(css.price, className)}>
      <Text value={price} as="span" className="figure" />
      {period && <> </>}
      {period && <Text value={period} as="span" className="small muted" />}
      {former && <> </>}
      {former && <Text value={former} as="span" className={cx('small muted', css.former)} />}
    </p>
  );
}
