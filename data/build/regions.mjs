// Regions: the geographic groups of countries that the United Nations number (M49), as the CLDR lists them.
import { distinctNames } from './names.mjs';

const isGroup = (code) => /^\d{3}$/.test(code);
export const regionId = (m49) => `M49-${m49}`;
// Groups that overlap the others (North America, Sub-Saharan Africa, Latin America), and the region each lies in: nothing has
// them as its parent, so that a country or region has one parent only.
const OVERLAPPING = new Map([
  ['003', '019'],
  ['202', '002'],
  ['419', '019'],
]);

/** The tree of regions: codes of groups, members of a group, parent group of a group, group of a country (the narrowest). */
export function readRegionTree(containment) {
  const groups = Object.keys(containment).filter(isGroup).sort();
  const members = (code) => containment[code]._contains;
  const parentOf = new Map(OVERLAPPING);
  for (const group of groups) {
    if (OVERLAPPING.has(group)) continue;
    for (const member of members(group)) if (isGroup(member)) parentOf.set(member, group);
  }
  const ofCountry = new Map();
  for (const group of groups)
    for (const member of members(group)) if (/^[A-Z]{2}$/.test(member)) ofCountry.set(member, group);
  return { groups, members, parentOf, ofCountry };
}

/** One entity a region. `populationOf`: country code → people. */
export function makeRegions({ tree, labels, wikidataOf, populationOf }) {
  const peopleIn = (group) =>
    tree.members(group).reduce((sum, member) => sum + (isGroup(member) ? peopleIn(member) : populationOf(member)), 0);
  return tree.groups.map((group) => {
    const { english, all } = labels.territories.get(group);
    const parent = tree.parentOf.get(group);
    const parentName = parent && labels.territories.get(parent).english;
    return {
      id: regionId(group),
      name: english === 'world' ? 'World' : english,
      type: 'Region',
      aliases: distinctNames(all, [english]),
      description:
        group === '001'
          ? 'The whole world'
          : `Region of the world${parentName && parent !== '001' ? `, part of ${parentName}` : ''}`,
      m49: group,
      part_of: parent && regionId(parent),
      wikidata: wikidataOf(group),
      prominence: peopleIn(group),
    };
  });
}
